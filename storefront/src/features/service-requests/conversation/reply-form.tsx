import { useRouter } from '@tanstack/react-router'
import { useRef, useState, type SubmitEvent } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { sendReply } from '../../../lib/api/service-requests.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { useDraft } from '../../../entities/session/use-draft.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useRole } from '../../../entities/session/use-session.ts'
import { useSubmissions } from '../../../entities/session/use-submissions.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import * as styles from './conversation.module.css'

/** Writes to the requester or to the shop. What is typed is kept until it is sent. */
export function ReplyForm({ id }: { id: string }) {
  const { form, change, drop } = useDraft(`reply ${id}`, { text: '' })
  const { isBusy, fault, send } = useReply(id)
  const isAdmin = useRole() === 'ADMIN'
  const field = useRef<HTMLFormElement>(null)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (await send(form.text.trim())) {
      change({ text: '' })
      drop()
    } else field.current?.querySelector('textarea')?.focus()
  }
  return (
    <form ref={field} className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextArea
        label="Your message"
        name="text"
        rows={4}
        maxLength={5000}
        required
        hint={isAdmin ? 'The requester gets a mail.' : 'We get a mail.'}
        value={form.text}
        error={fault}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send message'}
        </Button>
      </div>
    </form>
  )
}

function useReply(id: string) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  const { submit } = useSubmissions(`reply ${id}`, (text: string) => ({ text }))
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  /** Resolves to whether the message was sent. */
  async function send(text: string): Promise<boolean> {
    setFault(text === '' ? 'Please write something' : undefined)
    if (text === '') return false
    setIsBusy(true)
    try {
      await submit(text, (body, key) => sendReply(api, { id, body, idempotencyKey: key }))
      await router.invalidate()
      toast.success('Your message was sent')
      return true
    } catch (failure) {
      if (!endSession(failure)) setFault(messageOf(failure))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, fault, send }
}
