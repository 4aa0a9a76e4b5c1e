import { beforeAll, describe, expect, test } from 'vitest'
import { demoProducts } from './demo-products.ts'
import { developmentQueries, freshQueries, heldOutQueries, judgedQueries, type JudgedQuery } from './labels.ts'

describe('the judged queries', () => {
  let queries: JudgedQuery[]
  let heldOut: JudgedQuery[]
  let development: JudgedQuery[]
  let fresh: JudgedQuery[]
  beforeAll(async () => {
    const products = await demoProducts()
    queries = judgedQueries(products)
    heldOut = heldOutQueries(products)
    development = developmentQueries(products)
    fresh = freshQueries(products)
  })

  test('are at least 250, each once', () => {
    expect(queries.length).toBeGreaterThanOrEqual(250)
    const texts = [...queries, ...development, ...fresh, ...heldOut].map(({ text }) => text.toLowerCase())
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('are of the same kinds as those of the list that is wholly held out', () => {
    expect(heldOut.length).toBeGreaterThanOrEqual(60)
    expect(kindsOf(heldOut)).toEqual(kindsOf(queries))
  })

  test('have a best product each, and a reason', () => {
    const unjudged = [...queries, ...development, ...fresh, ...heldOut].filter(
      ({ grades, reason }) => ![...grades.values()].includes(3) || reason === '',
    )
    expect(unjudged.map(({ text }) => text)).toEqual([])
  })

  test('hold out every third query of a kind', () => {
    const kinds = [...Map.groupBy(queries, ({ kind }) => kind).values()]
    for (const ofKind of kinds) {
      expect(ofKind.length).toBeGreaterThanOrEqual(15)
      expect(ofKind.filter(({ isHeldOut }) => isHeldOut)).toHaveLength(Math.floor(ofKind.length / 3))
    }
  })
})

function kindsOf(queries: readonly JudgedQuery[]): string[] {
  return [...new Set(queries.map(({ kind }) => kind))].toSorted()
}
