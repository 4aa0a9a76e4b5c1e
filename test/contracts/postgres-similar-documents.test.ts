import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookalikes } from '#modules/catalogue/search/postgres/lookups.ts'
import { readingOf, type Query } from '#modules/catalogue/search/postgres/query.ts'
import { schemaOf } from '#modules/catalogue/search/postgres/tables.ts'
import { openPostgresIndexes, type PostgresSearchIndexes } from '#test/support/engines/search-indexes.ts'
import { searchDocument } from '#test/support/projections/search-documents.ts'
import { workOf } from '../bench/support/query-work.ts'

const devices = [
  'Pump',
  'Lamp',
  'Probe',
  'Mixer',
  'Cannula',
  'Monitor',
  'Catheter',
  'Nebuliser',
  'Stretcher',
  'Ventilator',
]
const places = [
  'Bedside',
  'Portable',
  'Wall',
  'Ceiling',
  'Transport',
  'Neonatal',
  'Dental',
  'Theatre',
  'Clinic',
  'Ward',
]
const titleOf = (place: number) => `${places[Math.floor(place / 10) % 10]} ${devices[place % 10]}`
/** More than are compared. */
const many = 2_500

describe('documents similar to one of a large category', () => {
  let indexes: PostgresSearchIndexes
  let number: number

  beforeAll(async () => {
    indexes = await openPostgresIndexes()
    const documents = Array.from({ length: many }, (_, place) =>
      searchDocument(`d-${place}`, {
        title: titleOf(place),
        pricePaise: 100_000 + place,
        createdAt: 1_700_000_000_000 + place,
      }),
    )
    const rare = searchDocument('rare', { title: 'Hyperbaric Stretcher', pricePaise: 150_000 })
    const other = searchDocument('other', { title: 'Bedside Pump', category: 'icu-equipments' })
    await indexes.index.live().put([...documents, rare, other])
    await indexes.index.live().prepare()
    const { rows } = await sql<{ live: number }>`select live from search_index.generation`.execute(indexes.database.db)
    number = rows[0]?.live ?? 0
  })
  afterAll(() => indexes.dispose())

  async function asking(id: string, size: number) {
    const asked: CompiledQuery[] = []
    const found = await readingOf(
      indexes.database.pool,
      number,
    )(async (query) => {
      const recording: Query = (text, values) => {
        asked.push(CompiledQuery.raw(text.replaceAll('live.', `${schemaOf(number)}.`), [...values]))
        return query(text, values)
      }
      return lookalikes(recording, id, size)
    })
    return { ids: found.map((document) => document.id), titles: found.map(({ title }) => title), asked }
  }

  test('share every word of its title, if there are enough of these', async () => {
    const { titles } = await asking('d-0', 10)
    expect(titles).toEqual(Array.from({ length: 10 }, () => 'Bedside Pump'))
  })

  test('share some of its words otherwise, before those of other categories', async () => {
    const { titles } = await asking('rare', 10)
    expect(titles.filter((title) => title.includes('Stretcher'))).toHaveLength(10)
    expect((await asking('d-0', many)).ids.at(-1)).toBe('other')
  })

  test('are chosen from a bounded number', async () => {
    for (const id of ['d-0', 'rare']) {
      const { asked } = await asking(id, 10)
      expect((await workOf(indexes.database.pool, asked)).sorted).toBeLessThanOrEqual(1_000)
    }
  })
})
