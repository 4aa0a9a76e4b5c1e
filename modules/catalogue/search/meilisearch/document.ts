import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nameKey } from '../postgres/document.ts'
import { damaged } from './damage.ts'
import { facetValue } from './facet-names.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { singular } from '../text/singular.ts'
import { storedDocument } from '../stored-document.ts'
import { hasDigit, piecesOf, spellingsOf, type Spelling } from '../text/words.ts'

/** A document as stored in Meilisearch: the words as the shop tokenises them, filter and sort keys, and the source. */
export type MeiliDocument = {
  key: string
  title: string
  names: string
  category: string
  text: string
  /** The words without their first letter, because Meilisearch counts a typo in the first letter twice. */
  tails: string
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

/** Further words of a document are not indexed. */
const maxWords = 5_000

export function meiliDocument(document: SearchDocument): MeiliDocument {
  const { id, title, brand, company, featureDescription, description } = document
  const category = document.category.replaceAll(/[-_]/g, ' ')
  const texts = {
    title: searchWords(title),
    names: searchWords(`${brand}\n${company}`),
    category: searchWords(category),
    text: searchWords(`${featureDescription}\n${description}`),
  }
  return {
    key: meiliKey(id),
    title: texts.title.join(' '),
    names: texts.names.join(' '),
    category: texts.category.join(' '),
    text: texts.text.join(' '),
    tails: tailsOf(Object.values(texts).flat()).join(' '),
    categoryName: storable(facetValue(document.category)),
    brandName: storable(facetValue(brand)),
    companyName: storable(facetValue(company)),
    categoryKey: nameKey(document.category),
    brandKey: nameKey(brand),
    companyKey: nameKey(company),
    collections: document.collections.map(storable),
    pricePaise: document.pricePaise,
    createdAt: document.createdAt,
    id: storable(id),
    source: JSON.stringify(document),
  }
}

/** Meilisearch allows few characters in keys; the shop's ids may hold any. */
export function meiliKey(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

/** Replaces lone surrogates: JSON sent to another server must be well-formed Unicode. */
export function storable(text: string): string {
  return text.toWellFormed()
}

/**
 * Each word as written and in the singular. A word that mixes letters and digits is split, so that a wrong digit never
 * matches (`CMS8000` → `cms 8000`); a compound is also added as one word (`x-ray` → `x ray xray`).
 */
function searchWords(text: string): string[] {
  const words: string[] = []
  for (const piece of piecesOf(text)) {
    for (const { text: word } of spellingsOf(piece.text)) if (!isMixed(word)) words.push(...formsOf(word))
    if (words.length >= maxWords) break
  }
  return words.slice(0, maxWords)
}

function formsOf(word: string): string[] {
  const one = singular(word)
  return one === word ? [word] : [one, word]
}

function isMixed(word: string): boolean {
  return hasDigit(word) && /\p{L}/u.test(word)
}

const minTolerantLength = 4

function tailsOf(words: readonly string[]): string[] {
  const tolerant = words.filter((word) => word.length >= minTolerantLength && !hasDigit(word))
  return [...new Set(tolerant.map((word) => word.slice(1)))]
}

const Kept = Compile(Type.Object({ source: Type.String() }))

/** Reads a document from a hit. @throws EngineUnavailable with the remedy if it is not a document of the shop */
export function documentFromHit(hit: unknown): SearchDocument {
  try {
    return storedDocument(Kept.Check(hit) ? JSON.parse(hit.source) : undefined)
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

/** The words to search for; a word that mixes letters and digits is split into its parts. */
export function queryWords(spelling: Pick<Spelling, 'text'>, parts: readonly string[]): readonly string[] {
  return parts.length > 0 ? parts : [singular(spelling.text)]
}
