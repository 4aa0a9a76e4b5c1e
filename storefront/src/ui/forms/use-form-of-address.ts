import { useEffect, useRef, type RefObject } from 'react'

/** A form around one field, and how to tell what it was sent with, and that the address went elsewhere meanwhile. */
type FormOfAddress = {
  form: RefObject<HTMLFormElement | null>
  onSent: (value: string | undefined) => void
  onOvertaken: () => void
}

/**
 * A field that says what the address says, whenever that changes, and keeps the focus; but for what was sent from the
 * field itself: whoever types on while it loads loses nothing.
 */
export function useFormOfAddress(value: string | undefined): FormOfAddress {
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<{ value: string | undefined }>(undefined)
  const shown = useRef(value)
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    const isOwn = sent.current !== undefined && sent.current.value === value
    sent.current = undefined
    if (!isOwn) form.current?.reset()
  }, [value])
  return {
    form,
    onSent: (sentValue) => void (sent.current = { value: sentValue }),
    onOvertaken: () => {
      if (sent.current === undefined) return
      sent.current = undefined
      form.current?.reset()
    },
  }
}
