import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nameKey } from '../text/names.ts'
import { damaged } from './damage.ts'
import { facetValue } from './facet-names.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { singular } from '../text/singular.ts'
import { storedDocument } from '../stored-document.ts'
import { spellingsOf } from '../text/words.ts'
import { documentWordsReader } from '../document/document-words.ts'

/** A document as stored in Meilisearch: the words as the shop tokenises them, filter and sort keys, and the source. */
export type MeiliDocument = {
  key: string
  /** Every word, and the marked words. */
  words: readonly string[]
  /** Those of title, brand, company and category in the singular, and the marked words. */
  heads: readonly string[]
  /** What the rank depends on, as JSON. */
  profile: string
  categoryName: string
  brandName: string
  companyName: string
  categoryKey: string
  brandKey: string
  companyKey: string
  collections: readonly string[]
  pricePaise: number
  createdAt: number
  id: string
  /** The document as JSON, which preserves every character. */
  source: string
}

/** Writes documents as Meilisearch stores them. */
export function meiliDocumentReader(): (document: SearchDocument) => MeiliDocument {
  const read = documentWordsReader()
  return (document) => {
    const { id, brand, company, category, collections } = document
    const { heads, headMarks, words, profile } = read(document)
    return {
      key: meiliKey(id),
      words,
      heads: [...new Set([...heads.flatMap(({ text }) => singulars(text)), ...headMarks])],
      profile: JSON.stringify(profile),
      categoryName: storable(facetValue(category)),
      brandName: storable(facetValue(brand)),
      companyName: storable(facetValue(company)),
      categoryKey: nameKey(category),
      brandKey: nameKey(brand),
      companyKey: nameKey(company),
      collections: collections.map(storable),
      pricePaise: document.pricePaise,
      createdAt: document.createdAt,
      id: storable(id),
      source: JSON.stringify(document),
    }
  }
}

function singulars(text: string): string[] {
  return Array.from(spellingsOf(text), (word) => singular(word.text))
}

/** Meilisearch allows few characters in keys; the shop's ids may hold any. */
export function meiliKey(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

/** Replaces lone surrogates: JSON sent to another server must be well-formed Unicode. */
export function storable(text: string): string {
  return text.toWellFormed()
}

const StoredFields = Compile(Type.Object({ source: Type.String() }))

/** Reads a document from a hit. @throws EngineUnavailable with the remedy if it is not a document of the shop */
export function documentFromHit(hit: unknown): SearchDocument {
  try {
    return storedDocument(StoredFields.Check(hit) ? JSON.parse(hit.source) : undefined)
  } catch (error) {
    throw damaged('of the products', error)
  }
}

/** The same for a check of the whole index, which reports unreadable documents: `undefined` for those. */
export function readableDocument(hit: unknown): SearchDocument | undefined {
  try {
    return documentFromHit(hit)
  } catch {
    return undefined
  }
}
