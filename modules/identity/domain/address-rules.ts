import type { FieldError } from '#core/domain/errors.ts'
import { isRecord } from '#core/http/input/field-errors.ts'
import { isBlank } from '#core/text/blank.ts'

/** More than any clinic has wards to deliver to. */
export const mostAddresses = 20

/** The fields that an address cannot do without, in the sequence and with the messages of the checkout (spec §5). */
const required: readonly { field: string; oneOf: readonly string[]; message: string }[] = [
  { field: 'name', oneOf: ['name'], message: 'Name is required' },
  { field: 'mobile', oneOf: ['mobile', 'email'], message: 'Mobile number is required' },
  { field: 'address', oneOf: ['address'], message: 'Address is required' },
  { field: 'city', oneOf: ['city'], message: 'City is required' },
  { field: 'state', oneOf: ['state'], message: 'State is required' },
  { field: 'zipCode', oneOf: ['zipCode'], message: 'ZIP Code is required' },
]

/** The missing fields of an address, which the schema cannot say: the mobile number may be in `email`, as in an order. */
export function missingFields(body: unknown): FieldError[] {
  if (!isRecord(body)) return []
  return required
    .filter(({ oneOf }) => oneOf.every((field) => isEmpty(body[field])))
    .map(({ field, message }) => ({ field, defaultMessage: message }))
}

function isEmpty(value: unknown): boolean {
  return typeof value !== 'string' || isBlank(value)
}
