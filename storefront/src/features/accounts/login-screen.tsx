import { Link, useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useState, type SubmitEvent } from 'react'
import { logIn } from '../../lib/api/account/accounts.ts'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { safeRedirect } from '../../lib/router/redirect.ts'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { openSession } from '../../entities/session/session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { Page } from '../../ui/page.tsx'
import { wrongLogin } from './validate-account.ts'
import * as styles from './account-form.module.css'

/** The login (spec §2); afterwards redirects to the page that required it. */
export function LoginScreen({ redirect }: { redirect: string | undefined }) {
  const { error, busy, submit } = useLogin(redirect)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const login = { username: formText(form, 'username').trim(), password: formText(form, 'password') }
    if (!(await submit(login)))
      form.querySelector<HTMLInputElement>(`[name="${login.username ? 'password' : 'username'}"]`)?.focus()
  }
  return (
    <Page width="narrow">
      <div className={styles['card']}>
        <div>
          <h1>Login</h1>
          <p className={styles['lead']}>Place orders and follow them to your door.</p>
        </div>
        {error !== undefined && <Message kind="error">{error}</Message>}
        <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
          <TextField
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          <Button type="submit" large wide disabled={busy}>
            {busy ? 'Logging in...' : 'Login'}
          </Button>
        </form>
        <p className={styles['other']}>
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
        <p className={styles['other']}>
          New here?{' '}
          <Link to="/signup" search={{ redirect }}>
            Sign up
          </Link>
        </p>
      </div>
    </Page>
  )
}

function useLogin(redirect: string | undefined) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const [session, setSession] = useAtom(sessionAtom)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  /** Resolves to whether the login succeeded. */
  async function submit(login: { username: string; password: string }): Promise<boolean> {
    const isEmpty = login.username === '' || login.password === ''
    setError(isEmpty ? wrongLogin : undefined)
    if (isEmpty) return false
    setBusy(true)
    try {
      setSession(openSession(await logIn(api, login), session))
      toast.success('Login successful!')
      await router.navigate({ href: safeRedirect(redirect), replace: true })
      return true
    } catch (failure) {
      const isWrong = isStatus(failure, 401)
      setError(isWrong ? wrongLogin : messageOf(failure))
      if (!isWrong) toast.error(messageOf(failure))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, submit }
}
