import { useState, type SubmitEvent } from 'react'
import type { User } from '#modules/identity/schema.ts'
import { deletePerson } from '../../lib/api/people.ts'
import { formText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Message } from '../../ui/message.tsx'
import { useChangePerson } from './use-change-person.ts'
import styles from './people.module.css'

/** Says what is erased and what stays, and lets nobody do it by a slip. */
export function DeletePersonDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const [isWrong, setWrong] = useState(false)
  const { busy, failure, change } = useChangePerson()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isRight = formText(event.currentTarget, 'username').trim().toLowerCase() === person.username.toLowerCase()
    setWrong(!isRight)
    if (!isRight) return event.currentTarget.querySelector('input')?.focus()
    void change({ work: (api) => deletePerson(api, person.id), done: 'Account deleted', onDone: onClose })
  }
  return (
    <Dialog title={`Delete the account of ${person.name}?`} onClose={onClose}>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <p>
        <strong>Erased for good:</strong> the login, name, e-mail address and mobile number, and the names and addresses
        in this person’s orders and service requests.
      </p>
      <p>
        <strong>What stays:</strong> the history of the orders and requests (what was ordered, prices, steps and times),
        without the person. Open orders are not cancelled: cancel them first if they are not to be sent.
      </p>
      <form className={styles['form']} onSubmit={onSubmit} noValidate>
        <TextField
          label={`Type ${person.username} to confirm`}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          required
          error={isWrong ? 'This is not the username of the account' : undefined}
        />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Keep the account
          </Button>
          <Button type="submit" look="danger" disabled={busy}>
            {busy ? 'Please wait...' : 'Delete for good'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
