import { isAnyDevice, isQualifier, joints } from './fillers.ts'
import { singular } from './singular.ts'
import { hindiSound } from './sound.ts'

/** Words that say what any device does, or whom it serves. */
const vague = 'check test measure see look find know give get keep store put hold show take make need want help do have'
  .concat(' patient person people man woman body doctor hospital home house clinic')
  .split(' ')
const vagueHindi =
  'jaanch janchne napne naapne mapne dekhne dene lene rakhne lagane lagne nikalne chalne dikhane banane'
    .concat(' ghar aspatal mareez marij mareej log logo aadmi aurat mahila')
    .split(' ')

/** Nouns that, like machine, may mean any device in a description. */
const vagueNouns = new Set(['tool', 'set', 'thing', 'item', 'saman', 'samaan', 'सामान', 'सेट'])

/** The common form of what is derived from an English word: of `hang`, `hanging` and `hanger`, of `sterilize` and `steriliser`. */
export function rootOf(word: string): string {
  const plain = singular(word).replaceAll('z', 's').replaceAll(/[ao]e/g, 'e')
  const bare = plain.replace(/(?<=[a-z]{3})(?:ing|ed|er|able)$/, '')
  return bare.replace(/(?<=[a-z]{2})e$/, '').replace(/([^aeiou])\1$/, '$1')
}

/** The common form of a Hindi word in either script, in every case and number: of `bachcha`, `bachhe` and `बच्चों`. */
export function soundOf(word: string): string {
  const sound = hindiSound(word).replaceAll('chch', 'ch')
  return `~${sound.replace(/(?<=.{2})(?:un|[iu])$/, '')}`
}

/** The keys by which the words of a language are compared, and those that are vague. */
export type Keys = { keyOf: (word: string) => string; vague: ReadonlySet<string> }

export const english: Keys = { keyOf: rootOf, vague: new Set(vague.map(rootOf)) }
/** Hindi has borrowed from English. */
export const hindi: Keys = { keyOf: soundOf, vague: new Set([...vague, ...vagueHindi].map(soundOf)) }

/** A word says that some device is meant, what any device does, or what sets this one apart. */
export type Role = 'device' | 'vague' | 'telling'

export function roleOf(word: string, isVague: boolean): Role {
  const noun = singular(word)
  if (isAnyDevice(noun) || vagueNouns.has(noun)) return 'device'
  return isVague ? 'vague' : 'telling'
}

/** A word of a description, without its fillers. */
export type Said = { text: string; start: number; role: Role }

/** How much words tell; that a device is meant counts less than what it is or does. */
export function tellingOf(words: readonly Pick<Said, 'role'>[]): number {
  const telling = words.filter(({ role }) => role === 'telling').length
  return telling + (words.some(({ role }) => role === 'device') ? 0.5 : 0)
}

/** The word that names what a text asks for; undefined if that may be any device. */
export function headOf<Word extends Said>(words: readonly Word[], text: string): Word | undefined {
  const joint = joints.exec(text)?.index ?? text.length
  const before = words.filter(({ start }) => start < joint)
  const named = before.length > 0 ? before : words
  const head = named.findLast((word) => word.role !== 'vague' && !isQualifier(word.text))
  return head?.role === 'telling' ? head : undefined
}
