import type { ChangeEvent } from 'react'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import type { AddressForm, FormField } from './address-form.ts'
import type { Place } from './pin-place.ts'
import type { ShownAdvice } from './use-mobile-advice.ts'
import { usePinPlace } from './use-pin-place.ts'

type AddressFieldsetProps<Name extends string> = {
  fields: readonly FormField<Name>[]
  form: AddressForm & Readonly<Record<Name, string>>
  mobile: ShownAdvice
  /** What the PIN code before has filled in, and no person has typed over since. */
  filledByPin: Place
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
  mobile,
  filledByPin,
  onText,
  onPlace,
  faultOf,
}: AddressFieldsetProps<Name>) {
  const place = usePinPlace({ form, filledBefore: filledByPin, onFill: onPlace })
  return fields.map(({ name, missing, rows, hint, ...field }) => {
    const shown = {
      ...field,
      name,
      value: form[name],
      hint: name === 'zipCode' ? (place ?? hint) : hint,
      advice: name === 'shippingMobile' ? mobile.advice : undefined,
      error: faultOf(name),
      required: missing !== undefined,
      optional: missing === undefined,
      ...(name === 'shippingMobile' && { onBlur: mobile.show }),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onText(name, target.value),
    }
    return rows === undefined ? <TextField key={name} {...shown} /> : <TextArea key={name} rows={rows} {...shown} />
  })
}
