import { useAtom } from 'jotai'
import type { SubmitEvent } from 'react'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { openSession } from '../../entities/session/session.ts'
import { changePassword } from '../../lib/api/account/accounts.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { focusFirstFault } from './focus-first-fault.ts'
import { useSaving, type Refusal } from './use-saving.ts'
import * as styles from './profile.module.css'

/** Chooses a new password, which ends every other session. */
export function PasswordForm({ username }: { username: string }) {
  const api = useApi()
  const toast = useToast()
  const [session, setSession] = useAtom(sessionAtom)
  const { isBusy, save, refuse, faultOf, message } = useSaving()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const input = { currentPassword: formText(form, 'currentPassword'), newPassword: formText(form, 'newPassword') }
    const empty = emptyFaults(input)
    refuse(empty)
    const isSaved =
      empty.length === 0 && (await save(async () => setSession(openSession(await changePassword(api, input), session))))
    if (!isSaved) return focusFirstFault(form)
    form.reset()
    toast.success('Your new password is set')
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      {message !== undefined && <Message kind="error">{message}</Message>}
      {/* For password managers: the account whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={faultOf('currentPassword')}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        required
        hint="At least 8 characters; a sentence is easier to remember."
        error={faultOf('newPassword')}
      />
      <div>
        <Button type="submit" look="secondary" disabled={isBusy}>
          {isBusy ? 'Please wait...' : 'Change password'}
        </Button>
      </div>
    </form>
  )
}

function emptyFaults(input: { currentPassword: string; newPassword: string }): Refusal[] {
  return [
    ...(input.currentPassword === '' ? [{ field: 'currentPassword', message: 'Enter your current password' }] : []),
    ...(input.newPassword === '' ? [{ field: 'newPassword', message: 'Enter a new password' }] : []),
  ]
}
