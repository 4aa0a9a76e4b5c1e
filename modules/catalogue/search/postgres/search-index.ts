import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '#core/database/database.ts'
import type { Log } from '#core/telemetry/log.ts'
import { postgresGeneration } from './generation.ts'
import { documentsCoded, documentsOfCompany, lookalikes } from './lookups.ts'
import { cachedFacetNames } from './facet-names.ts'
import { liveReading, readingOf, versionedQuery } from './query.ts'
import { cachedRows } from './rows.ts'
import { postgresFinder } from './search.ts'
import { makeNext, makeNextLive, makePreviousLive, prepareLive, unfinishedNext } from './slots.ts'
import type { ProductSearchIndex } from '../product-search-index.ts'
import type { Finder } from '../finder.ts'
import { searchIn, suggestIn } from '../search-in.ts'
import { cachedWords } from './vocabulary/cached-words.ts'
import { readWordList } from './vocabulary/read-word-list.ts'

type Options = { pool: Pool; db: Db; log: Log }

/** The product search in Postgres: in separate schemas, without extensions. `pool` reads, `db` writes. */
export function openPostgresSearchIndex({ pool, db, log }: Options): ProductSearchIndex {
  const words = cachedWords((number) => readWordList(versionedQuery(pool, number)))
  const read = liveReading(pool, words)
  const find = <T>(work: (finder: Finder) => Promise<T>) =>
    read((query, takeWords) => work(postgresFinder(query, takeWords(), caches)))
  const caches = { rows: cachedRows(), facetNames: cachedFacetNames() }
  const live = postgresGeneration(db, read, 'live')

  return {
    async prepare() {
      const outcome = await prepareLive(db)
      if (outcome === 'made') log.info('created an empty search index')
      return outcome
    },
    live: () => live,
    search: (request) => find((finder) => searchIn(finder, request)),
    suggest: (asked) => find((finder) => suggestIn(finder, asked)),
    byCodes: (codes) => read((query) => documentsCoded(query, codes)),
    byCompany: (company, page, size) => read((query) => documentsOfCompany(query, company, { page, size })),
    similar: (id, size) => read((query) => lookalikes(query, id, size)),
    async beginBuild() {
      const number = await makeNext(db)
      return postgresGeneration(db, readingOf(pool, number), number)
    },
    async unfinishedBuild() {
      const number = await unfinishedNext(db)
      return number === undefined ? undefined : postgresGeneration(db, readingOf(pool, number), number)
    },
    swap: () => makeNextLive(db),
    swapBack: () => makePreviousLive(db),
    async ping() {
      await sql`select 1`.execute(db)
    },
    // The caller owns the pool.
    close: () => Promise.resolve(),
  }
}
