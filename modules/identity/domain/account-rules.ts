import type { FieldError } from '#core/domain/errors.ts'
import { passwordFault } from './password-rules.ts'
import type { AccountRole, ProfileInput, SignupInput } from '../schema.ts'

const usernameForm = /^[A-Za-z0-9][A-Za-z0-9._+@-]{1,118}[A-Za-z0-9]$/

/** A plain address, without comments, quoted parts, groups or line breaks. */
const emailForm =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** The key by which usernames are unique, which ignores case. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase()
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && emailForm.test(text)
}

/** The faults of a signup beyond its schema, in the form's order. The email address defaults to the username. */
export function signupFaults(input: SignupInput): FieldError[] {
  return faultsOf([
    ['username', usernameFault(input.username)],
    ['password', passwordFault(input.password)],
    ['name', lineFault('Name', input.name)],
    ['email', emailFault(input)],
    ['mobileNumber', lineFault('Mobile number', input.mobileNumber)],
  ])
}

/** The faults of changes of one's own account beyond their schema. `newEmail` is absent if the email address stays. */
export function profileFaults({ name = '', mobileNumber = '' }: ProfileInput, newEmail?: string): FieldError[] {
  return faultsOf([
    ['name', lineFault('Name', name)],
    ['mobileNumber', lineFault('Mobile number', mobileNumber)],
    ['email', newEmail === undefined || isEmail(newEmail) ? undefined : noAddress],
  ])
}

function faultsOf(faults: readonly (readonly [field: string, fault: string | undefined])[]): FieldError[] {
  return faults.flatMap(([field, fault]) => (fault ? [{ field, defaultMessage: fault }] : []))
}

function usernameFault(username: string): string | undefined {
  if (usernameForm.test(username.trim())) return undefined
  return 'Username must have 3 to 120 letters, digits or . _ + @ -, and begin and end with a letter or digit'
}

const noAddress = 'Enter an email address such as asha@clinic.in'

/** An email field equal to the username is the explicit default (spec §3), so it need not be an address. */
function emailFault({ email = '', username }: SignupInput): string | undefined {
  const address = email.trim()
  if (address === '' || address === username.trim() || isEmail(address)) return undefined
  return noAddress
}

function lineFault(what: string, text: string): string | undefined {
  return controlCharacters.test(text) ? `${what} must be one line of plain text` : undefined
}

const rank: readonly AccountRole[] = ['ADMIN', 'STAFF', 'USER']

/** Sorts the most powerful role first, because only the first role counts. Without any role, returns USER. */
export function ordered(roles: readonly AccountRole[]): AccountRole[] {
  const granted = rank.filter((role) => roles.includes(role))
  return granted.length > 0 ? granted : ['USER']
}
