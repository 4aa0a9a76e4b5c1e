import type { SignupInput } from '#modules/identity/schema.ts'
import { ApiError, isStatus } from '../../lib/api/api-error.ts'

export const wrongLogin = 'The username or password provided are incorrect!'
const fillOut = 'Please fill out all fields!'

/** The values of the signup form. */
export type SignupForm = { username: string; password: string; name: string; email: string; mobileNumber: string }

/** The fields in the order of the form. */
const inOrder = ['name', 'username', 'email', 'mobileNumber', 'password'] as const

/** All but the email (spec §5). */
const required = ['name', 'username', 'mobileNumber', 'password'] as const

/** The request body: the email defaults to the username (spec §3); the password is not trimmed. */
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

/** The text to show at each wrong field, in the order of the form. */
export type FieldFaults = readonly { field: keyof SignupForm; advice: string }[]

/** Why a signup failed: the text of the panel, and every field at fault. */
export type SignupFault = { message: string; fields: FieldFaults }

/** The faults of a form with empty required fields (spec §5); what else is wrong with the others is marked with them. */
export function formFault(form: SignupForm): SignupFault | undefined {
  const empty = required.filter((field) => form[field].trim() === '')
  if (empty.length === 0) return undefined
  const fields = inOrder.flatMap((field) => {
    const advice = empty.some((one) => one === field) ? 'Please fill this in' : rules[field](form)
    return advice === undefined ? [] : [{ field, advice }]
  })
  return { message: fillOut, fields }
}

/** These rules and texts are the server's; a test compares them. Only the server knows which passwords are too common. */
const rules: Record<keyof SignupForm, (form: SignupForm) => string | undefined> = {
  username: ({ username }) => (usernameForm.test(username.trim()) ? undefined : usernameAdvice),
  email: ({ email, username }) => emailAdvice(email.trim(), username.trim()),
  password: ({ password }) => passwordAdvice(Array.from(password).length),
  name: ({ name }) => lineAdvice('Name', name),
  mobileNumber: ({ mobileNumber }) => lineAdvice('Mobile number', mobileNumber),
}

const usernameForm = /^[A-Za-z0-9][A-Za-z0-9._+@-]{1,118}[A-Za-z0-9]$/
const usernameAdvice =
  'Username must have 3 to 120 letters, digits or . _ + @ -, and begin and end with a letter or digit'

const emailForm =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

function emailAdvice(email: string, username: string): string | undefined {
  if (email === '' || email === username || (email.length <= 254 && emailForm.test(email))) return undefined
  return 'Enter an email address such as asha@clinic.in'
}

function passwordAdvice(characters: number): string | undefined {
  if (characters < 8) return 'Password must have at least 8 characters'
  return characters > 128 ? 'Password must have at most 128 characters' : undefined
}

function lineAdvice(what: string, text: string): string | undefined {
  return controlCharacters.test(text.trim()) ? `${what} must be one line of plain text` : undefined
}

/** The fault of a signup that the server refused or that could not reach it. */
export function refusalFault(error: unknown): SignupFault {
  const message = signupMessage(error)
  return { message, fields: refusedFields(error, message) }
}

function refusedFields(error: unknown, message: string): FieldFaults {
  if (isStatus(error, 409)) return [{ field: 'username', advice: message }]
  const errors = error instanceof ApiError ? error.errors : []
  return inOrder.flatMap((field) => {
    const named = errors.find((one) => one.field === field)
    return named === undefined ? [] : [{ field, advice: named.defaultMessage }]
  })
}

/** The message for a failed signup (spec §8). */
function signupMessage(error: unknown): string {
  if (isStatus(error, 409)) return error.message || 'You have alrady this account'
  const named = error instanceof ApiError ? error.errors[0]?.defaultMessage : undefined
  return named || 'Something went wrong. Please try again.'
}
