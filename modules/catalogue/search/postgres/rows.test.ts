import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresIndexes, type PostgresSearchIndexes } from '#test/support/engines/search-indexes.ts'
import { eventually } from '#test/support/eventually.ts'
import { searchDocument } from '#test/support/projections/search-documents.ts'
import { readingOf, type Query } from './query.ts'
import { rowVersion } from './row-version.ts'
import { cachedRows } from './rows.ts'

let indexes: PostgresSearchIndexes

beforeAll(async () => {
  indexes = await openPostgresIndexes()
  const live = indexes.index.live()
  await live.put(Array.from({ length: 450 }, (_, number) => searchDocument(`p${number}`)))
})
afterAll(() => indexes.dispose())

test('reading the first row of a small catalogue also reads all others', async () => {
  await readingOf(
    indexes.database.pool,
    1,
  )(async (query) => {
    const found = await query<{ version: string }>(`select ${rowVersion('d')} as version from live.document d`, [])
    const versions = found.map(({ version }) => version)
    let queries = 0
    const counting: Query = async (text, values) => {
      const answer = await query<never>(text, values)
      queries++
      return answer
    }
    const rows = cachedRows()
    expect(await rows(counting).read(versions.slice(0, 1))).toHaveLength(1)
    await eventually(() => expect(queries).toBe(4))
    expect(await rows(counting).read(versions)).toHaveLength(versions.length)
    expect(queries).toBe(4)
  })
})
