import type { ApiError } from '../../../lib/api/api-error.ts'

/** Whether an order was refused for its cart, which has been ordered before or belongs to another account. */
export function isForCart({ errors }: ApiError): boolean {
  return errors.some(({ field }) => field === 'cartId')
}

/** The server's message for each changed line of a refused order. */
export function refusedLines({ errors }: ApiError): string[] {
  return errors
    .filter(({ field }) => field.startsWith('items[') || field === 'totalAmount')
    .map(({ defaultMessage }) => defaultMessage)
}
