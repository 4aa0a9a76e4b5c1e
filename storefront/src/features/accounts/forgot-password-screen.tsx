import { Link } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { requestPasswordLink } from '../../lib/api/account/accounts.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/page.tsx'
import * as styles from './account-form.module.css'

/** Requests an email with a link to choose a new password. */
export function ForgotPasswordScreen() {
  const { message, fault, error, isBusy, submit } = usePasswordLink()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const username = formText(event.currentTarget, 'username').trim()
    if (username === '') event.currentTarget.querySelector('input')?.focus()
    void submit(username)
  }
  return (
    <Page width="narrow">
      <div className={styles['card']}>
        <div>
          <h1>Forgot password?</h1>
          <p className={styles['lead']}>We will email you a link to choose a new one.</p>
        </div>
        <div aria-live="polite">{message !== undefined && <Message kind="success">{message}</Message>}</div>
        {error !== undefined && <Message kind="error">{error}</Message>}
        <form className={styles['form']} noValidate onSubmit={onSubmit}>
          <TextField
            label="Username or email"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={fault}
          />
          <Button type="submit" large wide disabled={isBusy}>
            {isBusy ? 'Please wait...' : 'Send me the link'}
          </Button>
        </form>
        <p className={styles['other']}>
          <Link to="/login">Back to the login</Link>
        </p>
      </div>
    </Page>
  )
}

function usePasswordLink() {
  const api = useApi()
  const [message, setMessage] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(username: string) {
    setMessage(undefined)
    setError(undefined)
    setFault(username === '' ? 'Enter your username or email address' : undefined)
    if (username === '') return
    setBusy(true)
    try {
      setMessage((await requestPasswordLink(api, username)).message)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { message, fault, error, isBusy, submit }
}
