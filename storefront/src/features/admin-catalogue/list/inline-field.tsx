import { useId, useState } from 'react'
import * as styles from './admin-list.module.css'

type InlineFieldProps = {
  label: string
  /** The product that the value belongs to, for screen readers. */
  of: string
  value: string
  inputMode: 'decimal' | 'numeric'
  busy: boolean
  note: { kind: 'fault' | 'saved'; message: string } | undefined
  onSave: (text: string) => Promise<void>
}

/** A value edited in place: Enter or leaving the field saves, Escape restores. */
export function InlineField({ label, of, value, inputMode, busy, note, onSave }: InlineFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const isFaulty = note?.kind === 'fault'

  async function leave() {
    // A second Enter, or a blur, during a save would conflict with the change being saved.
    if (busy) return
    if (draft !== undefined && draft !== value) await onSave(draft)
    setDraft(undefined)
  }
  return (
    <div className={styles['inline']}>
      <label htmlFor={id}>
        {label}
        <span className="visually-hidden"> of {of}</span>
      </label>
      <input
        id={id}
        className={styles['inlineInput']}
        inputMode={inputMode}
        autoComplete="off"
        value={draft ?? value}
        readOnly={busy}
        aria-busy={busy}
        aria-invalid={isFaulty || undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={() => void leave()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void leave()
          if (key === 'Escape') setDraft(undefined)
        }}
      />
      <p
        id={`${id}-note`}
        className={isFaulty ? styles['fault'] : styles['saved']}
        role={isFaulty ? 'alert' : 'status'}
      >
        {note?.message}
      </p>
    </div>
  )
}
