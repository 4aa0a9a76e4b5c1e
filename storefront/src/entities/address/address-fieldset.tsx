import { useEffect, useState, type ChangeEvent } from 'react'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import type { AddressForm, FormField } from './address-form.ts'
import { hasAllDigits, mobileAdvice } from './mobile-advice.ts'
import type { Place } from './pin-place.ts'
import { usePinPlace } from './use-pin-place.ts'

type AddressFieldsetProps<Name extends string> = {
  fields: readonly FormField<Name>[]
  form: AddressForm & Readonly<Record<Name, string>>
  onText: (field: Name, text: string) => void
  /** Fills in what the PIN code says. */
  onPlace: (place: Partial<Place>) => void
  /** The message to show at a field. */
  faultOf: (field: Name) => string | undefined
}

/** The fields of a shipping address. A PIN code fills in city and state; a number that cannot be called gets advice. */
export function AddressFieldset<Name extends string>({
  fields,
  form,
  onText,
  onPlace,
  faultOf,
}: AddressFieldsetProps<Name>) {
  const place = usePinPlace(form, onPlace)
  const [advice, showAdvice] = useMobileAdvice(form.shippingMobile)
  return fields.map(({ name, missing, rows, hint, ...field }) => {
    const shown = {
      ...field,
      name,
      value: form[name],
      hint: name === 'zipCode' ? (place ?? hint) : hint,
      advice: name === 'shippingMobile' ? advice : undefined,
      error: faultOf(name),
      required: missing !== undefined,
      optional: missing === undefined,
      ...(name === 'shippingMobile' && { onBlur: showAdvice }),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onText(name, target.value),
    }
    return rows === undefined ? <TextField key={name} {...shown} /> : <TextArea key={name} rows={rows} {...shown} />
  })
}

/** The time without a key press after which a number counts as typed, in ms. */
const typedAfterMs = 800

/**
 * The advice about the number, and a function that shows it when the field is left: while a person types, it would
 * complain about missing digits.
 */
function useMobileAdvice(text: string): [advice: string | undefined, show: () => void] {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typedAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return [typed === text || hasAllDigits(text) ? mobileAdvice(text) : undefined, () => setTyped(text)]
}
