import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useDraftValue } from './use-draft-value.ts'
import styles from './inline.module.css'

export type InlineFieldProps = {
  label: string
  /** The product that the value belongs to, for screen readers. */
  of: string
  value: string
  /** The value as shown while it is not edited. */
  shown?: string
  inputMode: 'decimal' | 'numeric'
  busy: boolean
  note: { kind: 'fault' | 'saved'; message: string } | undefined
  onSave: (text: string) => Promise<void>
  /** In a cell of a table, whose header names the field; the arrow keys lead to the rows above and below. */
  isInTable?: boolean
}

/** A value edited in place: Enter or leaving the field saves, Escape restores. */
export function InlineField({ label, of, inputMode, busy, note, isInTable = false, ...edited }: InlineFieldProps) {
  const id = useId()
  const input = useDraftValue({ ...edited, busy, isInTable })
  const look = isInTable ? inTable : inCard
  return (
    <div className={look.field}>
      <label htmlFor={id} className={look.label}>
        {label}
        <span className="visually-hidden"> of {of}</span>
      </label>
      <input
        {...input}
        id={id}
        className={styles['inlineInput']}
        inputMode={inputMode}
        autoComplete="off"
        data-field={label}
        readOnly={busy}
        aria-busy={busy}
        {...ariaOf(note, `${id}-note`)}
      />
      {isInTable && <SavedMark note={note} />}
      <Note id={`${id}-note`} note={note} isInTable={isInTable} />
    </div>
  )
}

const inCard = { field: styles['inline'], label: undefined }
const inTable = { field: clsx(styles['inline'], styles['bare']), label: 'visually-hidden' }

function ariaOf(note: InlineFieldProps['note'], noteId: string) {
  if (!note) return {}
  return { 'aria-describedby': noteId, ...(note.kind === 'fault' && { 'aria-invalid': true }) }
}

type NoteProps = { id: string; note: InlineFieldProps['note']; isInTable: boolean }

function SavedMark({ note }: Pick<InlineFieldProps, 'note'>) {
  return note?.kind === 'saved' ? <Check aria-hidden className={styles['mark']} /> : null
}

/** In a table, the mark says that a value is saved. */
function Note({ id, note, isInTable }: NoteProps) {
  const isFaulty = note?.kind === 'fault'
  const isSeen = isFaulty || !isInTable
  return (
    <p
      id={id}
      className={clsx(isFaulty ? styles['fault'] : styles['saved'], !isSeen && 'visually-hidden')}
      role={isFaulty ? 'alert' : 'status'}
    >
      {note?.message}
    </p>
  )
}
