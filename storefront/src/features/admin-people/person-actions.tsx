import type { User } from '#modules/identity/schema.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import * as styles from './people.module.css'

/** What an admin can look up about a person. */
export type Asking = { about: 'roles' | 'delete'; person: User }

type PersonActionsProps = { person: User; onAsk: (asking: Asking) => void }

/** The actions that are possible with one account. */
export function PersonActions({ person, onAsk }: PersonActionsProps) {
  const { name } = person
  return (
    <div className={styles['actions']}>
      <ButtonLink to="/admin/operations/mails" search={{ text: person.id }} look="quiet">
        Emails<span className="visually-hidden"> to {name}</span>
      </ButtonLink>
      <Button look="secondary" onClick={() => onAsk({ about: 'roles', person })}>
        Change roles<span className="visually-hidden"> of {name}</span>
      </Button>
      <Button look="quiet" onClick={() => onAsk({ about: 'delete', person })}>
        Delete<span className="visually-hidden"> {name}</span>
      </Button>
    </div>
  )
}
