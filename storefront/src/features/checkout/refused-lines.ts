import type { ApiError } from '../../lib/api/api-error.ts'

/** The server's message for each changed line of a refused order. */
export function refusedLines({ errors }: ApiError): string[] {
  return errors
    .filter(({ field }) => field.startsWith('items[') || field === 'totalAmount')
    .map(({ defaultMessage }) => defaultMessage)
}
