import { defineRoute, type Route } from '#core/http/routing/route.ts'
import { presentDocument } from '../../present.ts'
import { ResolvedLines, ResolveInput, type ResolvedLine } from '../../schema.ts'
import type { ProductSearchIndex, SearchDocument } from '../product-search-index.ts'
import type { LiveWords } from '../words/live-words.ts'
import { canBeMeantBy, codedIn, isKnown, type Coded } from './find-coded.ts'

type Deps = { index: ProductSearchIndex; words: LiveWords }

/** A list of codes costs at most this many searches: further lines that are no code get no candidates. */
const maxSearched = 20
const maxCandidates = 3

type Reading = Pick<ResolvedLine, 'code' | 'quantity'>
type Line = ResolveInput['lines'][number]

function readingsOf({ code, quantity, readings = [] }: Line): Reading[] {
  return [...readings, { code, quantity }]
}

function knownReading(line: Line, findCoded: (code: string) => Coded): Reading {
  const known = readingsOf(line).find(({ code }) => isKnown(findCoded(code)))
  return known ?? { code: line.code, quantity: line.quantity }
}

/** Finds the products of a pasted list of codes. */
export function resolveRoute({ index, words }: Deps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/products/resolve',
    summary: 'The products of a list of codes',
    description:
      'A code is an id, SKU or model number in any writing. Of several readings of a line, the first whose code is known ' +
      'is taken. A code that several products share has these as candidates; ' +
      `for the first ${maxSearched} other lines, candidates are the best hits of a search. Stores nothing.`,
    access: 'everyone',
    body: ResolveInput,
    responses: { 200: ResolvedLines },
    storesNothing: true,
    reads: ['product-search', 'search-synonyms'],
    async handle({ body }) {
      const documents = await index.byCodes(body.lines.flatMap(readingsOf).map(({ code }) => code))
      const findCoded = codedIn(documents)
      const lines = body.lines.map((line) => knownReading(line, findCoded))
      const unknown = lines.filter(({ code }) => !isKnown(findCoded(code)))
      const searched = await searchEach(
        { index, words },
        unknown.map(({ code }) => code),
      )
      const resolved = lines.map((line): ResolvedLine => {
        const { exact, candidates } = findCoded(line.code)
        const others = searched.get(line.code) ?? candidates
        return { ...line, ...(exact && { product: presentDocument(exact) }), candidates: others.map(presentDocument) }
      })
      return { status: 200, body: { lines: resolved } }
    },
  })
}

async function searchEach(
  { index, words }: Deps,
  texts: readonly string[],
): Promise<ReadonlyMap<string, SearchDocument[]>> {
  const found = new Map<string, SearchDocument[]>()
  const common = { filters: {}, sort: 'relevance', words: await words(), page: 0, size: maxCandidates } as const
  for (const text of [...new Set(texts)].slice(0, maxSearched)) {
    const { hits } = await index.search({ ...common, text: text.trim() })
    found.set(
      text,
      hits.map(({ document }) => document).filter((document) => canBeMeantBy(text, document)),
    )
  }
  return found
}
