import { useRouter } from '@tanstack/react-router'
import { useRef, useState, type SubmitEvent } from 'react'
import { useDraft } from '../../../entities/session/use-draft.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useSubmissions } from '../../../entities/session/use-submissions.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { addOrderNote } from '../../../lib/api/orders.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { formatMoment } from '../../../lib/format/format.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import type { Note } from './notes-and-mails.ts'
import * as styles from './console.module.css'

/** The notes of the staff on an order, newest first, and a field to add one. */
export function OrderNotes({ orderId, notes }: { orderId: string; notes: readonly Note[] }) {
  return (
    <section className={styles['section']} aria-labelledby="notes">
      <h2 id="notes">Notes of the staff</h2>
      <NoteForm orderId={orderId} />
      {notes.length > 0 && (
        <ul className={styles['notes']}>
          {notes.map(({ id, text, by, at }) => (
            <li key={id} className={styles['note']}>
              <p className={styles['text']}>{text}</p>
              <p className={styles['soft']}>
                {by}, <time dateTime={at}>{formatMoment(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What is typed is kept until it is saved. */
function NoteForm({ orderId }: { orderId: string }) {
  const { form, change, drop } = useDraft(`note ${orderId}`, { text: '' })
  const { isBusy, fault, add } = useAddNote(orderId)
  const field = useRef<HTMLFormElement>(null)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (await add(form.text.trim())) {
      change({ text: '' })
      drop()
    } else field.current?.querySelector('textarea')?.focus()
  }
  return (
    <form ref={field} className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextArea
        label="New note"
        name="text"
        rows={2}
        maxLength={5000}
        required
        hint="The buyer never sees it."
        value={form.text}
        error={fault}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div>
        <Button type="submit" look="secondary" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Add note'}
        </Button>
      </div>
    </form>
  )
}

function useAddNote(orderId: string) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  const { submit } = useSubmissions(`note ${orderId}`, (text: string) => text)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  /** Resolves to whether the note was saved. */
  async function add(text: string): Promise<boolean> {
    setFault(text === '' ? 'Please write something' : undefined)
    if (text === '') return false
    setIsBusy(true)
    try {
      await submit(text, (note, idempotencyKey) => addOrderNote(api, { orderId, text: note, idempotencyKey }))
      await router.invalidate()
      toast.success('Note added')
      return true
    } catch (failure) {
      if (!endSession(failure)) setFault(messageOf(failure))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, fault, add }
}
