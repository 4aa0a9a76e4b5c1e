import { createHash } from 'node:crypto'
import type { SearchDocument } from '../product-search-index.ts'
import { singular } from '../text/singular.ts'
import { fold, piecesOf, spellingsOf } from '../text/words.ts'

/** A document as stored in Postgres. */
export type IndexedDocument = {
  document: SearchDocument
  /** A tsvector: the singular words of title (weight A), brand and company (B) and category (C), with positions. */
  head: string
  /** Every word of the document, as written and in the singular. */
  words: readonly string[]
  bucket: FacetBucket
}

/** Documents that no filter except the price can tell apart share a facet bucket. */
export type FacetBucket = {
  /** A UUID derived from the other fields. */
  id: string
  category: string
  brand: string
  company: string
  collections: readonly string[]
}

/** Further words of a document are not indexed. */
const maxWords = 5_000
const maxWordsPerField = 60
/** The gap in positions between two fields, so that a phrase never spans them. */
const fieldGap = 10

/** Tokenises documents. The texts of a catalogue repeat their words, so the result for each word is cached. */
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
      if (words.size >= maxWords) break
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
      if (position >= maxWordsPerField) break
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

/** Quotes a word for a tsvector or tsquery. */
export function quoted(word: string): string {
  return `'${/['\\]/.test(word) ? word.replaceAll(/['\\]/g, '$&$&') : word}'`
}

function bucketOf({ category, collections, ...names }: SearchDocument): FacetBucket {
  const brand = names.brand.trim()
  const company = names.company.trim()
  const identity = JSON.stringify([category, brand, company, collections])
  const digest = createHash('sha256').update(identity).digest('hex')
  return { id: digest.slice(0, 32), category, brand, company, collections }
}

/** The key by which brands, companies and categories are compared: `BPL ` and `bpl` are the same. */
export function nameKey(name: string): string {
  return storable(fold(name)).replaceAll(/\s+/gu, ' ').trim()
}

/** Postgres cannot store the character NUL. */
export function storable(text: string): string {
  return text.replaceAll('\0', '')
}
