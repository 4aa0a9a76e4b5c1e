import { useRouter } from '@tanstack/react-router'
import { useRef, useState, type SubmitEvent } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import * as styles from './message-form.module.css'
import { useDraft } from './use-draft.ts'
import { useEndSession } from './use-end-session.ts'
import { useSubmissions } from './use-submissions.ts'

type Send = (text: string, idempotencyKey: string) => Promise<unknown>

type MessageFormProps = {
  /** The name under which the text is kept in this tab. */
  name: string
  label: string
  hint: string
  rows: number
  button: { label: string; busy: string; look?: 'secondary' }
  /** The toast that is shown once the text is sent. */
  sent: string
  send: Send
}

/** Sends one text, keeps it until it is sent, and then reloads the page. */
export function MessageForm({ name, label, hint, rows, button, sent, send }: MessageFormProps) {
  const { form, now, change, drop } = useDraft(name, { text: '' })
  const { isBusy, fault, submit } = useMessage(name, sent, send)
  const element = useRef<HTMLFormElement>(null)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const { text } = form
    if (await submit(text.trim())) {
      // What was typed in the meantime stays.
      if (now().text !== text) return
      change({ text: '' })
      drop()
    } else element.current?.querySelector('textarea')?.focus()
  }
  return (
    <form ref={element} className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextArea
        label={label}
        name="text"
        rows={rows}
        maxLength={5000}
        required
        hint={hint}
        value={form.text}
        error={fault}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div>
        <Button type="submit" {...(button.look && { look: button.look })} disabled={isBusy}>
          {isBusy ? button.busy : button.label}
        </Button>
      </div>
    </form>
  )
}

function useMessage(name: string, sent: string, send: Send) {
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  const submissions = useSubmissions(name, (text: string) => text)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  /** Resolves to whether the text was sent. */
  async function submit(text: string): Promise<boolean> {
    setFault(text === '' ? 'Please write something' : undefined)
    if (text === '') return false
    setIsBusy(true)
    try {
      await submissions.submit(text, send)
      await router.invalidate()
      toast.success(sent)
      return true
    } catch (failure) {
      if (!endSession(failure)) setFault(messageOf(failure))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, fault, submit }
}
