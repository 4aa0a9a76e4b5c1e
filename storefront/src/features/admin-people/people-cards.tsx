import { Link } from '@tanstack/react-router'
import type { User } from '#modules/identity/schema.ts'
import { formatDay } from '../../lib/format/format.ts'
import { SelectHead } from '../../ui/table/select-box.tsx'
import type { Selection } from '../../ui/table/use-selection.ts'
import { PersonActions, type Asking } from './person-actions.tsx'
import { RoleBadges } from './role-badges.tsx'
import * as styles from './people.module.css'

type Shared = { selection: Selection; onAsk: (asking: Asking) => void }

/** The people as cards, for screens without room for a table. */
export function PeopleCards({ people, ...shared }: Shared & { people: readonly User[] }) {
  return (
    <ul className={styles['people']}>
      {people.map((person) => (
        <li key={person.id}>
          <PersonCard person={person} {...shared} />
        </li>
      ))}
    </ul>
  )
}

function PersonCard({ person, selection, onAsk }: Shared & { person: User }) {
  const { id, name, username, email, mobileNumber, createDate } = person
  return (
    <article className={styles['person']}>
      <SelectHead selection={selection} of={id} name={username}>
        <h2>
          <Link to="/admin/users/$userId" params={{ userId: id }}>
            {name}
          </Link>
        </h2>
        <p>{username}</p>
      </SelectHead>
      <div>
        <p>{email === username ? '' : email}</p>
        <p>{mobileNumber}</p>
        <p>Since {formatDay(createDate)}</p>
      </div>
      <RoleBadges roles={person.roles} />
      <PersonActions person={person} onAsk={onAsk} />
    </article>
  )
}
