import { collections } from '../../domain/categories.ts'
import { matchersOf } from '../rank/fields.ts'
import { singular } from '../text/singular.ts'
import { spellingsOf, wordsOf } from '../text/words.ts'
import type { Interpretation } from './interpret.ts'
import { collectionKey } from './marks.ts'
import { isLikely, neededOf } from './plan.ts'
import type { Alternative, Segment } from './segments.ts'

/** A name taken apart like a document: every word that it is found by, and the mark of the whole name. */
function formsOf(name: string): string[] {
  const words = Array.from(spellingsOf(name), ({ text }) => singular(text))
  return [...words, collectionKey(wordsOf(name).map(({ text }) => text))]
}

const labelled = collections.map(({ path, label }) => ({ path, forms: formsOf(label) }))

/** The paths of the collections that a query names: as typed, with typos, unfinished or by synonyms. */
export function collectionsNamedBy(interpretation: Interpretation): string[] {
  return labelled.filter(({ forms }) => isNamed(forms, interpretation)).map(({ path }) => path)
}

/** Those of the names that a query names, each once. */
export function namedBy(interpretation: Interpretation, names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim()))].filter((name) => isNamed(formsOf(name), interpretation))
}

/** Less names too much. */
const minLetters = 2

function isNamed(forms: readonly string[], { segments }: Interpretation): boolean {
  const needed = neededOf(segments)
  const letters = needed.flatMap(({ terms }) => terms.map(({ text }) => text)).join('').length
  return letters >= minLetters && needed.every((segment) => hasSegment(forms, segment))
}

/** As the index and the synonyms explain it, or as typed: the index does not know the words of an empty collection. */
function hasSegment(forms: readonly string[], { alternatives, terms }: Segment): boolean {
  const isTyped = terms.every(({ text }) => forms.some((form) => form.startsWith(text)))
  return isTyped || alternatives.some((alternative) => isLikely(alternative) && hasAlternative(forms, alternative))
}

function hasAlternative(forms: readonly string[], { slots }: Alternative): boolean {
  return slots.every((atoms) =>
    atoms.some((atom) => matchersOf(atom).every(({ matches }) => forms.some((form) => matches(form)))),
  )
}
