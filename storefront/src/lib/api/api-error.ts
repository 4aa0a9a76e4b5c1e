import { isFields, textOf } from '../decode.ts'

/** One invalid field of a request, in the order in which the server checks them. */
export type FieldError = { field: string; defaultMessage: string }

/** The message for an unavailable server (spec §8). */
export const networkMessage = 'Network error. Please check your connection and try again.'

/** A call that was refused, failed, or never arrived (`status` 0). The message is shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: readonly FieldError[]
  /** The delay after which the server wants the call to be retried, in seconds; 0 or NaN if it named none. */
  retryAfter = 0

  constructor(status: number, message: string, errors: readonly FieldError[] = []) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** Whether the user must log in (again). */
export function isUnauthorized(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401
}

export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

/** The message to show for an error; `otherwise` if the error has no message for users. */
export function messageOf(error: unknown, otherwise = 'Something went wrong. Please try again.'): string {
  return isForUsers(error) && error.message !== '' ? error.message : otherwise
}

function isForUsers(error: unknown): error is Error {
  return error instanceof ApiError || (error instanceof Error && error.message === networkMessage)
}

/** Reads a problem document (RFC 9457); any other response gives an empty message, so that the caller's text is shown. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => undefined)
  if (!isFields(problem)) return new ApiError(response.status, '')
  const message = textOf(problem, 'message') || textOf(problem, 'detail') || textOf(problem, 'title')
  const errors: unknown = problem['errors']
  const fields = Array.isArray(errors) ? errors.flatMap(decodeFieldError) : []
  const error = new ApiError(response.status, message, fields)
  error.retryAfter = Number(response.headers.get('retry-after'))
  return error
}

function decodeFieldError(entry: unknown): FieldError[] {
  if (!isFields(entry)) return []
  return [{ field: textOf(entry, 'field'), defaultMessage: textOf(entry, 'defaultMessage') }]
}
