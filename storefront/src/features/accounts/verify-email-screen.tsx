import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { verifyEmail } from '../../lib/api/account/accounts.ts'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { Page } from '../../ui/page.tsx'
import * as styles from './account-form.module.css'

const noToken = 'This link is incomplete. Please open it from the email again, or copy all of it.'

/** Confirms the email address of the account that the token was sent to, also when another account is logged in. */
export function VerifyEmailScreen({ token }: { token: string | undefined }) {
  const { state, error, tryAgain } = useVerification(token)
  return (
    <Page width="narrow">
      <div className={styles['card']}>
        <h1>Confirm your email</h1>
        <div aria-live="polite">
          {state === 'busy' && <p>Confirming your address...</p>}
          {state === 'done' && <Message kind="success">Thank you. Your email address is confirmed.</Message>}
        </div>
        {error !== undefined && <Message kind="error">{error}</Message>}
        {state === 'failed' && <Button onClick={tryAgain}>Try again</Button>}
        <p>{state === 'refused' ? <Link to="/profile">Open your profile</Link> : <Link to="/">Go to the shop</Link>}</p>
      </div>
    </Page>
  )
}

/** `refused` ends it; `failed` means that the shop could not be asked. */
type State = 'busy' | 'done' | 'refused' | 'failed'

function useVerification(token: string | undefined) {
  const api = useApi()
  const [state, setState] = useState<State>(token === undefined ? 'refused' : 'busy')
  const [error, setError] = useState(token === undefined ? noToken : undefined)
  useEffect(() => {
    if (token === undefined || state !== 'busy') return
    verifyEmail(api, token).then(
      () => setState('done'),
      (failure: unknown) => {
        setState(isStatus(failure, 400) ? 'refused' : 'failed')
        setError(messageOf(failure))
      },
    )
  }, [api, token, state])

  function tryAgain() {
    setError(undefined)
    setState('busy')
  }
  return { state, error, tryAgain }
}
