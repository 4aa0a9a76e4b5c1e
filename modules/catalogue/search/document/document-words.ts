import { marks } from '../query/marks.ts'
import { singular } from '../text/singular.ts'
import { piecesOf, spellingsOf } from '../text/words.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { markedWords } from './marked-words.ts'
import { profileOf, spaced, type Profile } from './profile.ts'

/** A document taken apart, the same for every engine. */
export type DocumentWords = {
  /** What a product is called, weighted by how well that identifies it. */
  heads: readonly { text: string; weight: 'A' | 'B' | 'C' }[]
  /** What a document is indexed under in addition to its words. */
  marked: readonly string[]
  /** The same, with the noun of its title, for the words of what it is called. */
  headMarks: readonly string[]
  /** Every word, as written and in the singular, and the marked words. */
  words: readonly string[]
  profile: Profile
}

/** Further words of a document are not indexed. */
const maxWords = 5_000
/** The cache of words is emptied at this size, so that a reader may be kept for as long as its process runs. */
const maxKnown = 20_000

/** Takes documents apart. The texts of a catalogue repeat their words, so the result for each word is cached. */
export function documentWordsReader(): (document: SearchDocument) => DocumentWords {
  const known = new Map<string, readonly string[]>()

  function spelled(piece: string): readonly string[] {
    const before = known.get(piece)
    if (before !== undefined) return before
    const words = Array.from(spellingsOf(piece), ({ text }) => [text, singular(text)]).flat()
    if (known.size >= maxKnown) known.clear()
    known.set(piece, words)
    return words
  }

  function distinctWords(text: string): string[] {
    const words = new Set<string>()
    for (const piece of piecesOf(text)) {
      for (const word of spelled(piece.text)) words.add(word)
      if (words.size >= maxWords) break
    }
    return [...words]
  }

  return (document) => {
    const { title, brand, company, featureDescription, description } = document
    const category = spaced(document.category)
    const profile = profileOf(document)
    const marked = markedWords(document, profile)
    const text = [title, brand, company, category, featureDescription, description].join('\n')
    return {
      heads: [
        { text: title, weight: 'A' },
        { text: brand, weight: 'B' },
        { text: company, weight: 'B' },
        { text: category, weight: 'C' },
      ],
      marked,
      headMarks: profile.noun === '' ? marked : [...marked, marks.noun + profile.noun],
      words: [...distinctWords(text), ...marked],
      profile,
    }
  }
}
