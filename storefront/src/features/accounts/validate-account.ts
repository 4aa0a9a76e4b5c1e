import type { SignupInput } from '#modules/identity/schema.ts'
import { ApiError, isStatus } from '../../lib/api/api-error.ts'

export const wrongLogin = 'The username or password provided are incorrect!'
const fillOut = 'Please fill out all fields!'

/** What the signup form holds. */
export type SignupForm = { username: string; password: string; name: string; email: string; mobileNumber: string }

/** The fields that signup needs, in the order in which they are asked (spec §5). The e-mail may be left out. */
const required = ['name', 'username', 'mobileNumber', 'password'] as const

const fields = [...required, 'email'] as const

/** The first required field that is empty after trimming; `undefined` when all are filled. */
function firstEmpty(form: SignupForm): (typeof required)[number] | undefined {
  return required.find((field) => form[field].trim() === '')
}

/** What is sent: the e-mail defaults to the username (spec §3). The password goes as it was typed. */
export function signupInput(form: SignupForm): SignupInput {
  const username = form.username.trim()
  return {
    username,
    password: form.password,
    name: form.name.trim(),
    email: form.email.trim() || username,
    mobileNumber: form.mobileNumber.trim(),
  }
}

/** What is wrong with a signup: what its panel says, and the field to look at with what to do there. */
export type SignupFault = { message: string; field?: keyof SignupForm; advice?: string }

/** Something is missing (spec §5). */
export function emptyFault(form: SignupForm): SignupFault | undefined {
  const field = firstEmpty(form)
  return field && { message: fillOut, field, advice: 'Please fill this in' }
}

/** The shop has refused it, or cannot be reached. */
export function refusalFault(error: unknown): SignupFault {
  const message = signupMessage(error)
  const field = refusedField(error)
  return field === undefined ? { message } : { message, field, advice: message }
}

function refusedField(error: unknown): keyof SignupForm | undefined {
  if (isStatus(error, 409)) return 'username'
  const named = error instanceof ApiError ? error.errors[0]?.field : undefined
  return fields.find((field) => field === named)
}

/** What to say about a failed signup (spec §8). */
function signupMessage(error: unknown): string {
  if (isStatus(error, 409)) return error.message || 'You have alrady this account'
  const named = error instanceof ApiError ? error.errors[0]?.defaultMessage : undefined
  return named || 'Something went wrong. Please try again.'
}
