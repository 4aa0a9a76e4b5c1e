import { dictionary } from '@zxcvbn-ts/language-common'

/** The limits of a new password, in Unicode code points. */
export const shortestPassword = 8
export const longestPassword = 128

const tooCommon = new Set<string>((dictionary['passwords-common'] ?? []).slice(0, 10_000).map(String))

/** The words of the shop's name, which are guessed first. */
const namesOfTheShop = /sanjeevani|medical|equipment|shop/g

/** The fault of a new password, as a sentence that says what to do; undefined if there is none. */
export function passwordFault(password: string): string | undefined {
  const characters = Array.from(password)
  if (characters.length < shortestPassword) return `Password must have at least ${shortestPassword} characters`
  if (characters.length > longestPassword) return `Password must have at most ${longestPassword} characters`
  if (isEasilyGuessed(password.toLowerCase())) return 'This password is too common: choose one that is hard to guess'
  return undefined
}

function isEasilyGuessed(password: string): boolean {
  const letters = password.replaceAll(/[^a-z]/g, '')
  const isNameOfTheShop = letters !== '' && letters.replaceAll(namesOfTheShop, '') === ''
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  return tooCommon.has(password) || isNameOfTheShop || runsOf(codes) <= codes.length / 4
}

/** The number of runs of repeated or consecutive characters: 1 for `aaaaaaaa`, 2 for `abcd1234`. */
function runsOf(codes: readonly number[]): number {
  let runs = 1
  let step: number | undefined
  for (let i = 1; i < codes.length; i++) {
    const next = (codes[i] ?? 0) - (codes[i - 1] ?? 0)
    const continues = Math.abs(next) <= 1 && (step === undefined || step === next)
    if (!continues) runs += 1
    step = continues ? next : undefined
  }
  return runs
}
