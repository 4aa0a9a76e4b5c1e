import { MessageForm } from '../../../entities/session/message-form.tsx'
import { addOrderNote } from '../../../lib/api/orders.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
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
                {by}, <time dateTime={at}>{formatDateTime(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NoteForm({ orderId }: { orderId: string }) {
  const api = useApi()
  return (
    <MessageForm
      name={`note ${orderId}`}
      label="New note"
      hint="The buyer never sees it."
      rows={2}
      button={{ label: 'Add note', busy: 'Saving...', look: 'secondary' }}
      sent="Note added"
      send={(text, idempotencyKey) => addOrderNote(api, { orderId, text, idempotencyKey })}
    />
  )
}
