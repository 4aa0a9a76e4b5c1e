import { createHash } from 'node:crypto'
import type { SearchDocument } from '../product-search-index.ts'
import { singular } from '../text/singular.ts'
import { fold, piecesOf, spellingsOf } from '../text/words.ts'

/** What the index keeps of a document, ready for Postgres. */
export type IndexedDocument = {
  document: SearchDocument
  /** A tsvector: the words of title (weight A), brand and company (B) and category (C), in the singular, with places. */
  head: string
  /** Every word that finds it, as it is and in the singular. */
  words: readonly string[]
  bucket: FacetBucket
}

/** Documents that no filter tells apart, but for the price, share a facet bucket. */
export type FacetBucket = {
  /** A UUID made of what follows. */
  id: string
  category: string
  brand: string
  company: string
  collections: readonly string[]
}

/** Beyond this a document is not found by its further words. */
const mostWords = 5_000
const mostWordsOfAField = 60
/** Words of different fields are no neighbours. */
const fieldGap = 10

/** Takes documents apart; texts of one catalogue repeat their words, so each is looked at once. */
export function documentReader(): (document: SearchDocument) => IndexedDocument {
  const known = new Map<string, readonly string[]>()

  function spelled(piece: string): readonly string[] {
    const before = known.get(piece)
    if (before !== undefined) return before
    const words = Array.from(spellingsOf(piece), ({ text }) => [text, singular(text)]).flat()
    known.set(piece, words)
    return words
  }

  function distinctWords(text: string): string[] {
    const words = new Set<string>()
    for (const piece of piecesOf(text)) {
      for (const word of spelled(piece.text)) words.add(word)
      if (words.size >= mostWords) break
    }
    return [...words]
  }

  return (document) => {
    const { title, brand, company, featureDescription, description } = document
    const category = document.category.replaceAll(/[-_]/g, ' ')
    const head = new Head()
    head.add(title, 'A')
    head.add(brand, 'B')
    head.add(company, 'B')
    head.add(category, 'C')
    const text = [title, brand, company, category, featureDescription, description].join('\n')
    return { document, head: head.toString(), words: distinctWords(text), bucket: bucketOf(document) }
  }
}

class Head {
  readonly #places = new Map<string, string[]>()
  #next = 1

  add(text: string, weight: 'A' | 'B' | 'C'): void {
    let last = this.#next
    for (const { text: word, position } of spellingsOf(text)) {
      if (position >= mostWordsOfAField) break
      const place = this.#next + position
      const places = this.#places.get(singular(word))
      if (places === undefined) this.#places.set(singular(word), [`${place}${weight}`])
      else places.push(`${place}${weight}`)
      last = Math.max(last, place)
    }
    this.#next = last + fieldGap
  }

  toString(): string {
    return Array.from(this.#places, ([word, places]) => `${quoted(word)}:${places.join(',')}`).join(' ')
  }
}

/** A word as a literal inside a tsvector or tsquery. */
export function quoted(word: string): string {
  return `'${/['\\]/.test(word) ? word.replaceAll(/['\\]/g, '$&$&') : word}'`
}

function bucketOf({ category, brand, company, collections }: SearchDocument): FacetBucket {
  const identity = JSON.stringify([category, brand, company, collections])
  const digest = createHash('sha256').update(identity).digest('hex')
  return { id: digest.slice(0, 32), category, brand, company, collections }
}

/** How names of brands, companies and categories are compared: `BPL ` and `bpl` are one. */
export function nameKey(name: string): string {
  return storable(fold(name)).replaceAll(/\s+/gu, ' ').trim()
}

/** Postgres keeps every text but the character NUL. */
export function storable(text: string): string {
  return text.replaceAll('\0', '')
}
