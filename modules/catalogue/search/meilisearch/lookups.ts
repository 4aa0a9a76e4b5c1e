import { conditionOn } from './finder/condition.ts'
import { nameKey } from '../text/names.ts'
import { documentFromHit, meiliKey } from './document.ts'
import { quotedValue, type IndexQuery, type Reading } from './reading.ts'
import { codesExpression } from '../query/preferences.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { singular } from '../text/singular.ts'
import { hasDigit, wordsOf } from '../text/words.ts'

/** More documents are not needed to determine what a list of codes means. */
const maxCoded = 1_000

/** The documents that have one of the codes. */
export async function documentsCoded(read: Reading, codes: readonly string[]): Promise<SearchDocument[]> {
  const condition = codesExpression(codes)
  if (condition === undefined) return []
  const filter = [conditionOn('heads', condition)]
  const [found] = await read.search([{ filter, attributesToRetrieve: ['source'], size: maxCoded }])
  return (found?.hits ?? []).map(documentFromHit)
}

/** Newest first. */
export async function documentsOfCompany(
  read: Reading,
  company: string,
  { page, size }: { page: number; size: number },
): Promise<{ documents: SearchDocument[]; total: number }> {
  const [found] = await read.search([
    {
      filter: [`companyKey = ${quotedValue(nameKey(company))}`],
      sort: ['createdAt:desc', 'id:asc'],
      attributesToRetrieve: ['source'],
      size,
      pageNumber: page,
    },
  ])
  return { documents: (found?.hits ?? []).map(documentFromHit), total: found?.total ?? 0 }
}

/** The number of candidates per word of the title, and for the whole category. */
const maxCandidates = 50
const maxWords = 6

/** The same category first, then other products that share words of the title. */
export async function lookalikes(read: Reading, id: string, size: number): Promise<SearchDocument[]> {
  const others = `key != ${quotedValue(meiliKey(id))}`
  const [own] = await read.search([
    { filter: [`key = ${quotedValue(meiliKey(id))}`], attributesToRetrieve: ['source'], size: 1 },
  ])
  const [like] = (own?.hits ?? []).map(documentFromHit)
  if (like === undefined) return []
  const category = quotedValue(nameKey(like.category))
  const words = distinctiveWords(like)
  const common = { sort: ['createdAt:desc', 'id:asc'], attributesToRetrieve: ['source'], size: maxCandidates }
  const near = [others, `categoryKey = ${category}`]
  const far = [others, `categoryKey != ${category}`]
  const queries: IndexQuery[] = [
    { ...common, filter: near },
    ...words
      .slice(0, maxWords)
      .map((word) => conditionOn('heads', { word, isBeginning: false }))
      .flatMap((shared) => [
        { ...common, filter: [...near, shared] },
        { ...common, filter: [...far, shared] },
      ]),
  ]
  const found = (await read.search(queries)).flatMap(({ hits }) => hits.map(documentFromHit))
  return ranked([...new Map(found.map((document) => [document.id, document])).values()], like).slice(0, size)
}

function ranked(documents: readonly SearchDocument[], like: SearchDocument): SearchDocument[] {
  const isNear = ({ category }: SearchDocument) => nameKey(category) === nameKey(like.category)
  const points = new Map(documents.map((document) => [document, likeness(document, like)]))
  return documents.toSorted(
    (a, b) =>
      Number(isNear(b)) - Number(isNear(a)) ||
      (points.get(b) ?? 0) - (points.get(a) ?? 0) ||
      b.createdAt - a.createdAt ||
      (a.id < b.id ? -1 : 1),
  )
}

/** Shared words of the title, then the brand, then the closeness of the price (twice the price costs 0.035). */
function likeness(document: SearchDocument, like: SearchDocument): number {
  const words = new Set(distinctiveWords(document))
  const shared = distinctiveWords(like).filter((word) => words.has(word)).length
  const ofBrand = nameKey(document.brand) === nameKey(like.brand) ? 0.1 : 0
  const priceGap = Math.abs(Math.log(Math.max(document.pricePaise, 0) + 1) - Math.log(Math.max(like.pricePaise, 0) + 1))
  return 0.3 * shared + ofBrand - 0.05 * priceGap
}

/** Words of the title that describe the product, without brand, company and model numbers. */
function distinctiveWords({ title, brand, company }: SearchDocument): string[] {
  const names = new Set(wordsOf(`${brand} ${company}`).map(({ text }) => text))
  const words = wordsOf(title).filter(({ text }) => text.length > 2 && !hasDigit(text) && !names.has(text))
  return [...new Set(words.map(({ text }) => singular(text)))]
}
