import { createHash } from 'node:crypto'
import type { SearchDocument } from '../product-search-index.ts'
import { documentWordsReader, type DocumentWords } from '../document/document-words.ts'
import type { Profile } from '../document/profile.ts'
import { singular } from '../text/singular.ts'
import { spellingsOf } from '../text/words.ts'

/** A document as stored in Postgres. */
export type IndexedDocument = {
  document: SearchDocument
  /**
   * A tsvector: the singular words of title (weight A), brand and company (B) and category (C), with positions; the
   * marked words, and the noun of the title, have weight A.
   */
  head: string
  /** Every word of the document, as written and in the singular, and the marked words. */
  words: readonly string[]
  profile: Profile
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
  /** The ids of the three names, in this order, by which results are counted. */
  nameIds: readonly [category: string, brand: string, company: string]
}

const maxWordsPerField = 60
/** The gap in positions between two fields, so that a phrase never spans them. */
const fieldGap = 10

/** Writes documents as Postgres stores them. */
export function documentReader(): (document: SearchDocument) => IndexedDocument {
  const read = documentWordsReader()
  return (document) => {
    const { heads, headMarks, words, profile } = read(document)
    const head = new Head()
    for (const { text, weight } of heads) head.add(text, weight)
    head.addMarked(headMarks)
    return { document, head: head.toString(), words, profile, bucket: bucketOf(document) }
  }
}

class Head {
  readonly #places = new Map<string, string[]>()
  #next = 1

  add(text: string, weight: DocumentWords['heads'][number]['weight']): void {
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

  addMarked(words: readonly string[]): void {
    for (const word of words) this.#places.set(word, [`${this.#next}A`])
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
  const nameIds = [nameId(category), nameId(brand), nameId(company)] as const
  return { id: digest.slice(0, 32), category, brand, company, collections, nameIds }
}

/** A 64-bit integer derived from the name. */
function nameId(name: string): string {
  return createHash('sha256').update(storable(name)).digest().readBigInt64BE().toString()
}

/** Postgres cannot store the character NUL. */
export function storable(text: string): string {
  return text.replaceAll('\0', '')
}
