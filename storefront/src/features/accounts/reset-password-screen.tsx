import { Link } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useEffect, useState, type SubmitEvent } from 'react'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { checkResetToken, resetPassword } from '../../lib/api/account/accounts.ts'
import { ApiError, isStatus, messageOf } from '../../lib/api/api-error.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { FocusRecovery } from '../../ui/focus-recovery.tsx'
import { Page } from '../../ui/page.tsx'
import * as styles from './account-form.module.css'

const noToken = 'This link is incomplete. Please open it from the email again, or copy all of it.'

/** Chooses a new password with the link of an email. */
export function ResetPasswordScreen({ token }: { token: string | undefined }) {
  const { state, fault, error, submit } = useReset(token)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!(await submit(formText(form, 'password')))) form.querySelector<HTMLInputElement>('[name=password]')?.focus()
  }
  return (
    <Page width="narrow">
      <FocusRecovery>
        <div className={styles['card']}>
          <h1>Choose a new password</h1>
          {state === 'checking' && <output>Checking your link...</output>}
          {error !== undefined && <Message kind="error">{error}</Message>}
          {state === 'done' && (
            <>
              <Message kind="success">
                Your new password is set, and every session of the account has ended. Please log in.
              </Message>
              <ButtonLink to="/login">Login</ButtonLink>
            </>
          )}
          {(state === 'idle' || state === 'busy') && (
            <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
              <PasswordField
                label="New password"
                name="password"
                autoComplete="new-password"
                required
                hint="At least 8 characters; a sentence is easier to remember."
                error={fault}
              />
              <Button type="submit" large wide disabled={state === 'busy'}>
                {state === 'busy' ? 'Please wait...' : 'Set the new password'}
              </Button>
            </form>
          )}
          {state === 'refused' && (
            <p className={styles['other']}>
              <Link to="/forgot-password">Send me a new link</Link>
            </p>
          )}
        </div>
      </FocusRecovery>
    </Page>
  )
}

/** `refused`: the link is not valid, and another password does not help. */
type State = 'checking' | 'idle' | 'busy' | 'done' | 'refused'

function useReset(token: string | undefined) {
  const api = useApi()
  const endSession = useSetAtom(sessionAtom)
  const [state, setState] = useState<State>(token === undefined ? 'refused' : 'checking')
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState(token === undefined ? noToken : undefined)

  useEffect(() => {
    if (token === undefined) return
    checkResetToken(api, token).then(
      () => setState('idle'),
      (failure: unknown) => {
        // If the shop is unavailable, the token is checked when the new password is sent.
        setState(isStatus(failure, 400) ? 'refused' : 'idle')
        if (isStatus(failure, 400)) setError(messageOf(failure))
      },
    )
  }, [api, token])

  /** Resolves to whether the new password is set. */
  async function submit(password: string): Promise<boolean> {
    setError(undefined)
    setFault(password === '' ? 'Enter a new password' : undefined)
    if (password === '' || token === undefined) return false
    setState('busy')
    try {
      await resetPassword(api, { token, password })
      // The new password has ended every session of the account, including one in this browser.
      endSession(null)
      setState('done')
      return true
    } catch (failure) {
      showRefusal(failure)
      return false
    }
  }

  function showRefusal(failure: unknown) {
    const field = failure instanceof ApiError ? failure.errors[0]?.field : undefined
    setState(field === 'token' ? 'refused' : 'idle')
    const show = field === 'password' ? setFault : setError
    show(messageOf(failure))
  }
  return { state, fault, error, submit }
}
