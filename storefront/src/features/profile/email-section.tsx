import { useState, type SubmitEvent } from 'react'
import type { User } from '#modules/identity/schema.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { sendVerificationMail } from '../../lib/api/account/accounts.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { FocusRecovery } from '../../ui/focus-recovery.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { focusFirstFault } from './focus-first-fault.ts'
import { useAccountChange } from './use-account-change.ts'
import { useSaving } from './use-saving.ts'
import * as styles from './profile.module.css'

/** The email address, whether it is confirmed, and changing it: a new one counts once it is confirmed. */
export function EmailSection({ account: { email, emailVerified, pendingEmail } }: { account: User }) {
  const isAddress = email.includes('@')
  return (
    <>
      <p className={styles['email']}>
        <strong>{isAddress ? email : 'Not given'}</strong>
        {isAddress && (
          <Badge tone={emailVerified ? 'success' : 'warning'}>
            {emailVerified ? 'Confirmed' : 'Not confirmed yet'}
          </Badge>
        )}
      </p>
      <FocusRecovery>
        {pendingEmail === undefined ? (
          isAddress && !emailVerified && <SendAgain />
        ) : (
          <Pending email={email} pendingEmail={pendingEmail} />
        )}
      </FocusRecovery>
      <EmailForm key={email} />
    </>
  )
}

/** A change that waits for its mail's link to be opened. */
function Pending({ email, pendingEmail }: { email: string; pendingEmail: string }) {
  const change = useAccountChange()
  const { isBusy, save, faultOf, message } = useSaving()
  const refusal = message ?? faultOf('email')
  return (
    <Message kind="info">
      <p>
        An email with a link is on its way to <strong>{pendingEmail}</strong>. Until you open it,{' '}
        {email.includes('@') ? email : 'no address'} stays in use.
      </p>
      {refusal !== undefined && <p role="alert">{refusal}</p>}
      <div className={styles['choices']}>
        <SendAgain />
        <Button look="quiet" disabled={isBusy} onClick={() => void save(() => change({ email }))}>
          Keep the current address
        </Button>
      </div>
    </Message>
  )
}

function SendAgain() {
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')

  async function send() {
    setState('busy')
    try {
      const { email } = await sendVerificationMail(api)
      setState('sent')
      toast.success(`An email with a link is on its way to ${email}`)
    } catch (failure) {
      setState('idle')
      if (!endSession(failure)) toast.error(messageOf(failure))
    }
  }
  return (
    <div>
      <Button
        look="secondary"
        disabled={state === 'busy'}
        aria-disabled={state === 'sent'}
        onClick={() => void (state === 'idle' && send())}
      >
        {state === 'sent' ? 'The email is on its way' : 'Send me the link'}
      </Button>
    </div>
  )
}

function EmailForm() {
  const change = useAccountChange()
  const { isBusy, save, faultOf, message } = useSaving()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const isSaved = await save(() => change({ email: formText(form, 'email').trim() }))
    if (isSaved) form.reset()
    else focusFirstFault(form)
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      {message !== undefined && <Message kind="error">{message}</Message>}
      <TextField
        label="New email address"
        name="email"
        type="email"
        autoComplete="email"
        hint="It takes effect when you open the link that we email to it."
        error={faultOf('email')}
      />
      <div>
        <Button type="submit" look="secondary" disabled={isBusy}>
          {isBusy ? 'Please wait...' : 'Change email'}
        </Button>
      </div>
    </form>
  )
}
