import { useRouter } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#modules/identity/schema.ts'
import { CsvButton } from '../../entities/list/csv-button.tsx'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import type { Page as PageOf } from '../../lib/api/page.ts'
import { countOf, formatDay } from '../../lib/format/format.ts'
import { pageSummary } from '../../lib/router/pagination.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { BoardFilters } from '../../ui/data/board-filters.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { EraseAccountDialog } from '../../entities/session/erase-account-dialog.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { roles, roleTexts, type PeopleSearch } from './people-search.ts'
import { RolesDialog } from './roles-dialog.tsx'
import * as styles from './people.module.css'

type Asking = { about: 'roles' | 'delete'; person: User }

/** All accounts: search, grant roles, delete. */
export function PeopleScreen({ page, search }: { page: PageOf<User>; search: PeopleSearch }) {
  const [asking, setAsking] = useState<Asking>()
  const count = countOf(page.totalElements, 'account')
  useAnnouncement(pageSummary(page, count))
  const router = useRouter()
  const toast = useToast()
  const close = () => setAsking(undefined)
  function onDeleted() {
    toast.success('Account deleted')
    close()
    void router.invalidate()
  }
  return (
    <Page>
      <PageHead title="People" lead={count}>
        <CsvButton list="users" search={search} />
      </PageHead>
      <BoardFilters
        label="Search people"
        placeholder="Name, username, e-mail or mobile number"
        text={search.text}
        filter={{ name: 'role', label: 'Role', current: search.role, choices: roleChoices }}
      />
      {page.content.length === 0 ? (
        <EmptyState icon={Users} title="No record(s) found" />
      ) : (
        <ul className={styles['people']}>
          {page.content.map((person) => (
            <li key={person.id}>
              <Person person={person} onAsk={(about) => setAsking({ about, person })} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} />
      {asking?.about === 'roles' && <RolesDialog person={asking.person} onClose={close} />}
      {asking?.about === 'delete' && (
        <EraseAccountDialog userId={asking.person.id} isSomebodyElse onClose={close} onDeleted={onDeleted} />
      )}
    </Page>
  )
}

const roleChoices = [
  { value: undefined, label: 'All' },
  ...roles.map((role) => ({ value: role, label: roleTexts[role].label })),
]

function Person({ person, onAsk }: { person: User; onAsk: (about: Asking['about']) => void }) {
  const { name, username, email, mobileNumber, createDate } = person
  return (
    <article className={styles['person']}>
      <div>
        <h2>{name}</h2>
        <p>{username}</p>
      </div>
      <div>
        <p>{email === username ? '' : email}</p>
        <p>{mobileNumber}</p>
        <p>Since {formatDay(createDate)}</p>
      </div>
      <p className={styles['roles']}>
        {person.roles.map((role) => (
          <span key={role} className={styles['role']}>
            {roleTexts[role].label}
          </span>
        ))}
      </p>
      <div className={styles['actions']}>
        <Button look="secondary" onClick={() => onAsk('roles')}>
          Change roles<span className="visually-hidden"> of {name}</span>
        </Button>
        <Button look="quiet" onClick={() => onAsk('delete')}>
          Delete<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </article>
  )
}
