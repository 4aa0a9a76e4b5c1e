import { useEffect, useState } from 'react'
import type { User } from '#modules/identity/schema.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { fetchMyself, sendVerificationMail } from '../../../lib/api/accounts.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './user-menu.module.css'

/** Whether the e-mail address is confirmed; if it is not, offers another mail with the link. */
export function EmailStatus({ email }: { email: string }) {
  const account = useMyself()
  if (account === undefined || !email.includes('@')) return null
  return account.emailVerified ? (
    <span className={styles['confirmed']}>Confirmed</span>
  ) : (
    <span className={styles['unconfirmed']}>
      Not confirmed yet <SendAgain />
    </span>
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
      toast.success(`A mail with a link is on its way to ${email}`)
    } catch (failure) {
      setState('idle')
      if (!endSession(failure)) toast.error(messageOf(failure))
    }
  }
  return (
    <Button look="secondary" disabled={state !== 'idle'} onClick={() => void send()}>
      {state === 'sent' ? 'The mail is on its way' : 'Send me the link'}
    </Button>
  )
}

/** The account as the shop has it now; undefined until it is known, and where the shop cannot be asked. */
function useMyself(): User | undefined {
  const api = useApi()
  const [account, setAccount] = useState<User>()
  useEffect(() => {
    const ending = new AbortController()
    fetchMyself(api, ending.signal).then(setAccount, () => undefined)
    return () => ending.abort()
  }, [api])
  return account
}
