import { useEffect, useRef, type RefObject } from 'react'

/** A form with one field. Call `onSent` with each submitted value, `onOvertaken` if the address changed otherwise. */
type FormOfAddress = {
  form: RefObject<HTMLFormElement | null>
  onSent: (value: string | undefined) => void
  onOvertaken: () => void
}

/**
 * Keeps a field, with its focus, in step with the address. A change that the field itself submitted does not reset it,
 * so that text typed while the page loads is not lost.
 */
export function useAddressField(value: string | undefined): FormOfAddress {
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
