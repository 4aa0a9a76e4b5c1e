import { beforeAll, describe, expect, test } from 'vitest'
import { demoProducts } from './demo-products.ts'
import { judgedQueries, type JudgedQuery } from './labels.ts'

describe('the judged queries', () => {
  let queries: JudgedQuery[]
  beforeAll(async () => {
    queries = judgedQueries(await demoProducts())
  })

  test('are at least 250, each once', () => {
    expect(queries.length).toBeGreaterThanOrEqual(250)
    expect(new Set(queries.map(({ text }) => text)).size).toBe(queries.length)
  })

  test('have a best product each, and a reason', () => {
    const unjudged = queries.filter(({ grades, reason }) => ![...grades.values()].includes(3) || reason === '')
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
