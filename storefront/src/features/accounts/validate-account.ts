import type { SignupInput } from '#modules/identity/schema.ts'
import { ApiError, isStatus } from '../../lib/api/api-error.ts'

export const wrongLogin = 'The username or password provided are incorrect!'
const fillOut = 'Please fill out all fields!'

/** The values of the signup form. */
export type SignupForm = { username: string; password: string; name: string; email: string; mobileNumber: string }

/** The required fields, in the order of the form (spec §5). The e-mail is optional. */
const required = ['name', 'username', 'mobileNumber', 'password'] as const

const fields = [...required, 'email'] as const

/** The first required field that is empty after trimming; `undefined` when all are filled. */
function firstEmpty(form: SignupForm): (typeof required)[number] | undefined {
  return required.find((field) => form[field].trim() === '')
}

/** The request body: the e-mail defaults to the username (spec §3); the password is not trimmed. */
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

/** Why a signup failed: the text of the panel and, if one field is at fault, that field and the text to show at it. */
export type SignupFault = { message: string; field?: keyof SignupForm; advice?: string }

/** The fault of a form with an empty required field (spec §5). */
export function emptyFault(form: SignupForm): SignupFault | undefined {
  const field = firstEmpty(form)
  return field && { message: fillOut, field, advice: 'Please fill this in' }
}

/** The fault of a signup that the server refused or that could not reach it. */
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

/** The message for a failed signup (spec §8). */
function signupMessage(error: unknown): string {
  if (isStatus(error, 409)) return error.message || 'You have alrady this account'
  const named = error instanceof ApiError ? error.errors[0]?.defaultMessage : undefined
  return named || 'Something went wrong. Please try again.'
}
