import { dictionary } from '@zxcvbn-ts/language-common'

/** Bounds in characters as people count them. */
const shortestPassword = 8
export const longestPassword = 128

const tooCommon = new Set<string>((dictionary['passwords-common'] ?? []).slice(0, 10_000).map(String))

/** What is wrong with a new password, as a sentence that says what to do; undefined where nothing is. */
export function passwordFault(password: string): string | undefined {
  const length = Array.from(password).length
  if (length < shortestPassword) return `Password must have at least ${shortestPassword} characters`
  if (length > longestPassword) return `Password must have at most ${longestPassword} characters`
  if (tooCommon.has(password.toLowerCase())) return 'This password is too common: choose one that nobody would guess'
  return undefined
}
