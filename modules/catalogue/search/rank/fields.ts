import { beginsPacked, isPacked, unpackWords } from '../document/packed.ts'
import type { Profile } from '../document/profile.ts'
import type { Atom } from '../query/term-reading.ts'
import { marks } from '../query/marks.ts'
import { consonantsOf } from '../text/sound.ts'
import { labelKey } from './label-key.ts'

/** The weight of a word by the field that contains it; that of specifications follows. */
const fields = [
  ['title', 1],
  ['names', 0.8],
  ['rest', 0.75],
  ['category', 0.65],
] as const
export const featureWeight = 0.45

/** Whether a word of a document matches the searched one. */
export type WordMatcher = {
  matches: (found: string) => boolean
  weightIn: (profile: Profile) => number
}

/** The weight of the best field that has the atom; 0 if none has it. A description is not part of a profile. */
export function fieldWeight(atom: Atom, profile: Profile): number {
  let least = Infinity
  for (const { weightIn } of matchersOf(atom)) least = Math.min(least, weightIn(profile))
  return atom.weight * least
}

/** Atoms live as long as a query, and are compared with hundreds of documents. */
const known = new WeakMap<Atom, readonly WordMatcher[]>()

/** One for each word of the atom. */
export function matchersOf(atom: Atom): readonly WordMatcher[] {
  const before = known.get(atom)
  if (before !== undefined) return before
  const last = atom.words.length - 1
  const matchers = atom.words.map((word, index) => matcherOf(word, atom.isBeginning && index === last))
  known.set(atom, matchers)
  return matchers
}

function matcherOf(word: string, isBeginning: boolean): WordMatcher {
  const matches = comparison(word, isBeginning)
  const isWhole = !isBeginning && !word.startsWith(marks.sound)
  const isIn = (words: readonly string[]) => (isWhole ? words.includes(word) : words.some(matches))
  if (word.startsWith(marks.collection)) return { matches, weightIn: (profile) => collectionWeight(word, profile) }
  const inFeatures = featureComparison(word, isBeginning, matches)
  return {
    matches,
    weightIn(profile) {
      for (const [field, weight] of fields) if (isIn(profile[field])) return weight
      return inFeatures(profile.features) ? featureWeight : 0
    },
  }
}

function collectionWeight(key: string, { category, above, kind }: Profile): number {
  if (key === labelKey(category) || key === labelKey(kind)) return 0.65
  return key === labelKey(above) ? 0.5 : 0
}

function comparison(word: string, isBeginning: boolean): WordMatcher['matches'] {
  if (word.startsWith(marks.sound)) return soundComparison(word.slice(marks.sound.length))
  return isBeginning ? (found) => found.startsWith(word) : (found) => found === word
}

/** Computes the sound of each word once, because hundreds of documents share their words. */
function soundComparison(consonants: string): WordMatcher['matches'] {
  const heard = new Map<string, boolean>()
  return (found) => {
    const before = heard.get(found)
    const isSame = before ?? consonantsOf(found) === consonants
    if (before === undefined) heard.set(found, isSame)
    return isSame
  }
}

function featureComparison(
  word: string,
  isBeginning: boolean,
  matches: WordMatcher['matches'],
): (packed: string) => boolean {
  if (word.startsWith(marks.sound)) return (packed) => unpackWords(packed).some(matches)
  return (packed) => (isBeginning ? beginsPacked(word, packed) : isPacked(word, packed))
}
