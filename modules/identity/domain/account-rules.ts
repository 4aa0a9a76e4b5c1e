import type { FieldError } from '#core/domain/errors.ts'
import { passwordFault } from './password-rules.ts'
import type { AccountRole, SignupInput } from '../schema.ts'

const usernameForm = /^[A-Za-z0-9][A-Za-z0-9._+@-]{1,118}[A-Za-z0-9]$/

/** A plain address: no comments, quoted parts, groups or line breaks. */
const emailForm =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Names are one name whatever their case. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase()
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && emailForm.test(text)
}

/** What is wrong with a signup beyond its schema, in the form's order; the e-mail address falls back to the username. */
export function signupFaults(input: SignupInput): FieldError[] {
  const faults: [string, string | undefined][] = [
    ['username', usernameFault(input.username)],
    ['password', passwordFault(input.password)],
    ['name', lineFault('Name', input.name)],
    ['email', emailFault(input)],
    ['mobileNumber', lineFault('Mobile number', input.mobileNumber)],
  ]
  return faults.flatMap(([field, fault]) => (fault ? [{ field, defaultMessage: fault }] : []))
}

function usernameFault(username: string): string | undefined {
  if (usernameForm.test(username.trim())) return undefined
  return 'Username must have 3 to 120 letters, digits or . _ + @ -, and begin and end with a letter or digit'
}

/** A username in its place is the fallback said aloud (spec §3): it needs to be no address. */
function emailFault({ email = '', username }: SignupInput): string | undefined {
  const address = email.trim()
  if (address === '' || address === username.trim() || isEmail(address)) return undefined
  return 'Enter an e-mail address such as asha@clinic.in'
}

function lineFault(what: string, text: string): string | undefined {
  return controlCharacters.test(text) ? `${what} must be one line of plain text` : undefined
}

const rank: readonly AccountRole[] = ['ADMIN', 'STAFF', 'USER']

/** The most powerful role first, because the first is the one that counts; nobody is less than a USER. */
export function ordered(roles: readonly AccountRole[]): AccountRole[] {
  const granted = rank.filter((role) => roles.includes(role))
  return granted.length > 0 ? granted : ['USER']
}
