import { dictionary } from '@zxcvbn-ts/language-common'

/** In Unicode code points. */
const minPasswordLength = 8
export const longestPassword = 128

const tooCommon = new Set<string>((dictionary['passwords-common'] ?? []).slice(0, 10_000).map(String))

/** The fault of a new password, as a sentence that says what to do; undefined if there is none. */
export function passwordFault(password: string): string | undefined {
  const length = Array.from(password).length
  if (length < minPasswordLength) return `Password must have at least ${minPasswordLength} characters`
  if (length > longestPassword) return `Password must have at most ${longestPassword} characters`
  if (tooCommon.has(password.toLowerCase())) return 'This password is too common: choose one that nobody would guess'
  return undefined
}
