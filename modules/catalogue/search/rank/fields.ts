import type { Profile } from '../document/profile.ts'
import type { Atom } from '../query/term-reading.ts'
import { collectionKey, marks } from '../query/marks.ts'
import { consonantsOf } from '../text/sound.ts'

/** How much a word tells by where a product has it. */
const fields = [
  ['title', 1],
  ['names', 0.8],
  ['rest', 0.75],
  ['category', 0.65],
  ['features', 0.45],
] as const

/** The weight of the best field that has the atom; 0 if none has it. A description is not part of a profile. */
export function fieldWeight({ words, isBeginning, weight }: Atom, profile: Profile): number {
  const last = words.length - 1
  const found = words.map((word, index) => wordWeight(word, isBeginning && index === last, profile))
  return weight * Math.min(...found)
}

function wordWeight(word: string, isBeginning: boolean, profile: Profile): number {
  if (word.startsWith(marks.collection)) return collectionWeight(word, profile)
  const matches = matcherOf(word, isBeginning)
  for (const [field, weight] of fields) if (profile[field].some(matches)) return weight
  return 0
}

function collectionWeight(key: string, { category, above }: Profile): number {
  if (key === collectionKey(category)) return 0.65
  return key === collectionKey(above) ? 0.5 : 0
}

/** Whether a word of a document is the one of an atom. */
export function matcherOf(word: string, isBeginning: boolean): (found: string) => boolean {
  if (word.startsWith(marks.sound)) return (found) => consonantsOf(found) === word.slice(marks.sound.length)
  return isBeginning ? (found) => found.startsWith(word) : (found) => found === word
}
