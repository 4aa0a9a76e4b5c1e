import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nameKey } from '../postgres/document.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { singular } from '../text/singular.ts'
import { storedDocument } from '../stored-document.ts'
import { hasDigit, piecesOf, spellingsOf, type Spelling } from '../text/words.ts'

/** What Meilisearch keeps of a document: its words as the shop reads them, what it is filtered and sorted by, and itself. */
export type MeiliDocument = {
  key: string
  title: string
  names: string
  category: string
  text: string
  /** The words without their first letter: Meilisearch counts a mistake in that one twice. */
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
  /** The document as JSON: it comes back to the letter, whatever characters it holds. */
  source: string
}

/** Beyond this a document is not found by its further words. */
const mostWords = 5_000

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
    categoryName: storable(document.category),
    brandName: storable(brand),
    companyName: storable(company),
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

/** Meilisearch's keys know few signs; the shop's ids may be anything. */
export function meiliKey(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

/** JSON that leaves the shop must be Unicode. */
export function storable(text: string): string {
  return text.toWellFormed()
}

/**
 * Words as they are said and in the singular. A word that mixes letters and digits is taken apart, so that no wrong digit
 * is ever forgiven (`CMS8000` → `cms 8000`); a compound is also written as one (`x-ray` → `x ray xray`).
 */
function searchWords(text: string): string[] {
  const words: string[] = []
  for (const piece of piecesOf(text)) {
    for (const { text: word } of spellingsOf(piece.text)) if (!isMixed(word)) words.push(...formsOf(word))
    if (words.length >= mostWords) break
  }
  return words.slice(0, mostWords)
}

function formsOf(word: string): string[] {
  const one = singular(word)
  return one === word ? [word] : [one, word]
}

function isMixed(word: string): boolean {
  return hasDigit(word) && /\p{L}/u.test(word)
}

const shortestForgiven = 4

function tailsOf(words: readonly string[]): string[] {
  const forgiven = words.filter((word) => word.length >= shortestForgiven && !hasDigit(word))
  return [...new Set(forgiven.map((word) => word.slice(1)))]
}

const Kept = Compile(Type.Object({ source: Type.String() }))

/** What Meilisearch gave back. Throws where it is no document of the shop: then the index must be rebuilt. */
export function keptDocument(hit: unknown): SearchDocument {
  return storedDocument(Kept.Check(hit) ? JSON.parse(hit.source) : undefined)
}

/** The words to ask for, the parts of a mixed one by themselves. */
export function askedWords(spelling: Pick<Spelling, 'text'>, parts: readonly string[]): readonly string[] {
  return parts.length > 0 ? parts : [singular(spelling.text)]
}
