import type { ApiError } from '../../lib/api/api-error.ts'

/** What the shop says about each changed line of an order that it refused, in its words. */
export function refusedLines({ errors }: ApiError): string[] {
  return errors
    .filter(({ field }) => field.startsWith('items[') || field === 'totalAmount')
    .map(({ defaultMessage }) => defaultMessage)
}
