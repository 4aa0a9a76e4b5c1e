import { useState, type SubmitEvent } from 'react'
import type { AccountRole, User } from '#modules/identity/schema.ts'
import { putRoles } from '../../lib/api/people.ts'
import { useSession } from '../../entities/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { roleTexts } from './people-search.ts'
import { useChangePerson } from './use-change-person.ts'
import * as styles from './people.module.css'

const grantable = ['STAFF', 'ADMIN'] as const

function changedText({ roles }: User): string {
  const now = roles.map((role) => roleTexts[role].label).join(', ')
  return `Another admin has changed the roles to: ${now}. Save again to replace them with these.`
}

/** Grants and revokes roles. Every account keeps the role USER. */
export function RolesDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const [granted, setGranted] = useState<readonly AccountRole[]>(person.roles)
  const { busy, failure, change } = useChangePerson()
  const [loaded] = useState(person.revision)
  const isChanged = person.revision !== loaded
  const isOneself = useSession()?.id === person.id

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const work = { done: `${person.name} has new roles`, onDone: onClose }
    void change({ ...work, work: (api) => putRoles(api, person, granted) })
  }
  const toggle = (role: AccountRole) =>
    setGranted(granted.includes(role) ? granted.filter((one) => one !== role) : [...granted, role])
  return (
    <Dialog title={`Roles of ${person.name}`} onClose={onClose}>
      {failure !== undefined && <Message kind="error">{isChanged ? changedText(person) : failure}</Message>}
      <form className={styles['form']} onSubmit={onSubmit}>
        {grantable.map((role) => (
          <label key={role} className={styles['choice']}>
            <input type="checkbox" checked={granted.includes(role)} onChange={() => toggle(role)} />
            <span>
              <strong>{roleTexts[role].label}</strong>
              <br />
              {roleTexts[role].meaning}
            </span>
          </label>
        ))}
        <p>
          {isOneself
            ? 'This is your own account: you will have to log in again.'
            : 'The new roles take effect at the next login: this person is logged out now.'}
        </p>
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? 'Please wait...' : 'Save roles'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
