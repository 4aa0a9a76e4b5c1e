import type { Address, AddressInput } from '#modules/identity/schema.ts'

/** An empty form for a shipping address (spec §3). */
export const emptyAddress = { name: '', shippingMobile: '', address: '', city: '', state: '', zipCode: '' }
export type AddressForm = typeof emptyAddress

/** How a form shows one of its fields. */
export type FormField<Name extends string> = {
  name: Name
  label: string
  hint?: string
  /** The message if the field is empty; omitted for an optional field. */
  missing?: string
  autoComplete: string
  type?: 'tel'
  inputMode?: 'numeric'
  maxLength?: number
  /** For a multi-line field. */
  rows?: number
}

/** The fields of a shipping address, in the order of display and of validation (spec §5). */
export const addressFields: readonly FormField<keyof AddressForm>[] = [
  { name: 'name', label: 'Full name', missing: 'Name is required', autoComplete: 'shipping name' },
  {
    name: 'shippingMobile',
    label: 'Mobile number',
    missing: 'Mobile number is required',
    autoComplete: 'shipping tel',
    type: 'tel',
  },
  {
    name: 'address',
    label: 'Address',
    missing: 'Address is required',
    autoComplete: 'shipping street-address',
    rows: 3,
  },
  { name: 'city', label: 'City', missing: 'City is required', autoComplete: 'shipping address-level2' },
  { name: 'state', label: 'State', missing: 'State is required', autoComplete: 'shipping address-level1' },
  {
    name: 'zipCode',
    label: 'ZIP Code',
    hint: '6-digit PIN code',
    missing: 'ZIP Code is required',
    autoComplete: 'shipping postal-code',
    inputMode: 'numeric',
  },
]

export type FieldFault<Name extends string> = { field: Name; message: string }

/** The faults of these fields in their order (spec §5). */
export function fieldFaults<Name extends string>(
  fields: readonly FormField<Name>[],
  form: Readonly<Record<Name, string>>,
): FieldFault<Name>[] {
  return fields.flatMap(({ name, missing }) => {
    if (missing !== undefined && form[name].trim() === '') return [{ field: name, message: missing }]
    const isWrongPin = name === 'zipCode' && !/^[0-9]{6}$/.test(form[name])
    return isWrongPin ? [{ field: name, message: 'Please enter a valid 6-digit PIN code' }] : []
  })
}

/** A saved address in the fields of the form. */
export function formOf({ name, mobile, address, city, state, zipCode }: Address): AddressForm {
  return { name, shippingMobile: mobile, address, city, state, zipCode }
}

/** The texts of the form as a saved address. */
export function addressOf({ name, shippingMobile, address, city, state, zipCode }: AddressForm): AddressInput {
  return {
    name: name.trim(),
    mobile: shippingMobile.trim(),
    address: address.trim(),
    city: city.trim(),
    state: state.trim(),
    zipCode,
  }
}

/** Whether a saved address and a form are the same, ignoring case and spaces. */
export function isSameAddress(saved: Address, form: AddressForm): boolean {
  const plain = (texts: AddressForm) =>
    Object.values(texts).map((text) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim())
  return plain(formOf(saved)).join('\n') === plain(addressTexts(form)).join('\n')
}

function addressTexts({ name, shippingMobile, address, city, state, zipCode }: AddressForm): AddressForm {
  return { name, shippingMobile, address, city, state, zipCode }
}
