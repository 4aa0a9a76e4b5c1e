import { Link, useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'
import { signUp } from '../../lib/api/account/accounts.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { openSession } from '../../entities/session/session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { wait } from '../../lib/router/wait.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { Page } from '../../ui/page.tsx'
import { formFault, refusalFault, signupInput, type SignupFault, type SignupForm } from './validate-account.ts'
import * as styles from './account-form.module.css'

/** Delay between signup and redirect (spec §9). */
const redirectDelayMs = 1000

/** The server's limits of the lines. */
const longest: Partial<Record<keyof SignupForm, number>> = { name: 200, mobileNumber: 32 }

const emptyForm: SignupForm = { username: '', password: '', name: '', email: '', mobileNumber: '' }

/** Create Account (spec §2). */
export function SignupScreen({ redirect }: { redirect: string | undefined }) {
  const [form, setForm] = useState(emptyForm)
  const [submitted, setSubmitted] = useState(emptyForm)
  const formElement = useRef<HTMLFormElement>(null)
  const { fault, busy, submit } = useSignup(redirect)
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (fault?.fields.length === 0) panel.current?.focus()
  }, [fault])

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(form)
    const found = await submit(form)
    const first = found?.fields[0]?.field
    if (first !== undefined) formElement.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }
  const field = (name: keyof SignupForm) => ({
    name,
    value: form[name],
    maxLength: longest[name],
    // A field that was changed since is not known to be wrong.
    error: fault?.fields.find(({ field }) => field === name && form[name] === submitted[name])?.advice,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setForm({ ...form, [name]: target.value }),
  })
  return (
    <Page width="narrow">
      <div className={styles['card']}>
        <div>
          <h1>Create Account</h1>
          <p className={styles['lead']}>One account for orders, tracking and service.</p>
        </div>
        <div ref={panel} tabIndex={-1} className={styles['panel']}>
          {fault && <Message kind="error">{fault.message}</Message>}
        </div>
        <form ref={formElement} className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
          <TextField label="Full name" autoComplete="name" required {...field('name')} />
          <TextField
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint="We recommend your email address."
            {...field('username')}
          />
          <TextField
            label="Email"
            type="email"
            optional
            autoComplete="email"
            hint="We email you at each step of an order. If you leave this empty, we use your username."
            {...field('email')}
          />
          <TextField label="Mobile number" type="tel" autoComplete="tel" required {...field('mobileNumber')} />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            required
            hint="At least 8 characters; a sentence is easier to remember."
            {...field('password')}
          />
          <Button type="submit" large wide disabled={busy}>
            {busy ? 'Creating your account...' : 'Create Account'}
          </Button>
          <p className={styles['other']}>
            By creating an account you consent to our use of these details as the{' '}
            <Link to="/privacy-policy">Privacy Policy</Link> says.
          </p>
        </form>
        <p className={styles['other']}>
          Already have an account?{' '}
          <Link to="/login" search={{ redirect }}>
            Login
          </Link>
        </p>
      </div>
    </Page>
  )
}

function useSignup(redirect: string | undefined) {
  const api = useApi()
  const navigate = useNavigate()
  const toast = useToast()
  const setSession = useSetAtom(sessionAtom)
  const [fault, setFault] = useState<SignupFault>()
  const [busy, setBusy] = useState(false)

  /** Resolves to the fault, or to `undefined` after a successful signup. */
  async function submit(form: SignupForm): Promise<SignupFault | undefined> {
    const incomplete = formFault(form)
    setFault(incomplete)
    if (incomplete) {
      toast.error('All fields are required!')
      return incomplete
    }
    setBusy(true)
    try {
      const response = await signUp(api, signupInput(form))
      toast.success('Sign up successful! Redirecting...')
      await wait(redirectDelayMs)
      // The login page is for guests: it redirects a logged-in person to `redirect` at once.
      setSession(openSession(response, null))
      await navigate({ to: '/login', search: { redirect }, replace: true })
      return undefined
    } catch (failure) {
      const refusal = refusalFault(failure)
      setFault(refusal)
      // The specification fixes the panel’s text, so the cause is shown in a toast.
      if (messageOf(failure) !== refusal.message) toast.error(messageOf(failure))
      setBusy(false)
      return refusal
    }
  }
  return { fault, busy, submit }
}
