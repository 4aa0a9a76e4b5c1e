import * as fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { mostMatched, mostParameters } from './most.ts'

const words = ['arm', 'bed', 'cot', 'drum', 'ear', 'fan', 'gel', 'hub']

type Document = { head: string[]; others: string[] }
const document = fc.record({
  head: fc.subarray(words, { maxLength: 4 }),
  others: fc.subarray(words, { maxLength: 5 }),
})
/** Up to 8 segments, so that every way to omit some is covered. */
const segments = fc
  .tuple(fc.subarray(words, { minLength: 1 }), fc.nat())
  .map(([some, noun]) => some.map((word, place) => ({ word, weight: place === noun % some.length ? 1.5 : 1 })))

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test' })
  await database.pool.query('create schema live')
  await database.pool.query('create table live.document (id text, head tsvector, words tsvector)')
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

test('the documents with the highest weight are found, whatever part of the text they lack', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 30 }), segments, async (documents, asked) => {
      await fill(database.pool, documents)
      const weights = documents.map(({ head, others }) =>
        asked.reduce((sum, { word, weight }) => {
          if (head.includes(word)) return sum + weight
          return others.includes(word) ? sum + 0.4 * weight : sum
        }, 0),
      )
      const most = Math.max(...weights)
      const heaviest = weights.flatMap((weight, id) => (weight > 0 && weight > most - 0.001 ? [String(id)] : []))
      expect(await found(database.pool, asked)).toEqual(heaviest.toSorted())
    }),
    { numRuns: 150 },
  )
})

async function fill(pool: Pool, documents: readonly Document[]): Promise<void> {
  await pool.query('truncate live.document')
  await pool.query('insert into live.document select * from unnest($1::text[], $2::tsvector[], $3::tsvector[])', [
    documents.map((_, id) => String(id)),
    documents.map(({ head }) => head.join(' ')),
    documents.map(({ head, others }) => [...head, ...others].join(' ')),
  ])
}

async function found(pool: Pool, asked: readonly { word: string; weight: number }[]): Promise<string[]> {
  const each = asked.map(({ word, weight }) => ({ expression: { word, isBeginning: false }, weight }))
  const { rows } = await pool.query<{ id: string }>(
    `with ${mostMatched('words', { first: 1, count: each.length })}
     select id from hit where weight > (select max(weight) from hit) - 0.001 order by id collate "C"`,
    mostParameters(each),
  )
  return rows.map(({ id }) => id)
}
