import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { goToRow, leaveForRow } from './row-fields.ts'

type Edited = {
  value: string
  shown?: string
  busy: boolean
  isInTable: boolean
  onSave: (text: string) => Promise<void>
}

/** The text typed into a field until it is saved, and the field's handlers. */
export function useDraftValue({ value, shown = value, busy, isInTable, onSave }: Edited) {
  const ref = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string>()
  const [isEdited, setEdited] = useState(false)
  useEffect(() => {
    if (isEdited && isInTable) ref.current?.select()
  }, [isEdited, isInTable])

  async function save() {
    // A second Enter, or a blur, during a save would conflict with the change being saved.
    if (busy) return
    if (draft !== undefined && draft !== value) await onSave(draft)
    setDraft(undefined)
  }
  function restore(input: HTMLInputElement) {
    if (isInTable && draft === undefined) leaveForRow(input)
    setDraft(undefined)
  }
  return {
    ref,
    value: draft ?? (isEdited ? value : shown),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setDraft(target.value),
    onFocus: () => setEdited(true),
    onBlur: () => {
      setEdited(false)
      void save()
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') void save()
      if (event.key === 'Escape') restore(event.currentTarget)
      if (isInTable && goToRow(event.key, event.currentTarget)) event.preventDefault()
    },
  }
}
