import { expect, onTestFinished, test } from 'vitest'
import { suppliedSynonyms } from '#modules/catalogue/search/words/read-synonyms.ts'
import { searchWordsOf } from '#modules/catalogue/search/words/search-words.ts'
import { openPostgresIndexes } from '#test/support/engines/search-indexes.ts'
import { demoProducts } from './demo-products.ts'
import { judge, type Judgement } from './judge.ts'
import { judgedQueries, type JudgedQuery } from './labels.ts'
import { missesOf } from './report.ts'

/** The first of each kind, and not those that are held out. */
const ofEachKind = 4

/** Today, all of them have a best product among the first three hits. */
const mostMisses = 3

test('a sample of the judged queries finds what it means among the first three hits', async () => {
  const products = await demoProducts()
  const indexes = await openPostgresIndexes()
  onTestFinished(() => indexes.dispose())
  const words = searchWordsOf(suppliedSynonyms(), 'supplied')
  await indexes.index.live().put(products.map(({ document }) => document))
  await indexes.index.live().prepare()
  const judgements: Judgement[] = []
  for (const query of sampleOf(judgedQueries(products)))
    judgements.push(await judge({ index: indexes.index, words }, query))
  expect(judgements.length).toBeGreaterThanOrEqual(60)
  expect(missesOf(judgements).slice(mostMisses)).toEqual([])
})

function sampleOf(queries: readonly JudgedQuery[]): JudgedQuery[] {
  const tuned = queries.filter(({ isHeldOut }) => !isHeldOut)
  return [...Map.groupBy(tuned, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, ofEachKind))
}
