import { openDatabase, type Database } from '#core/database/database.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { freshDatabase } from '#test/support/postgres/postgres.ts'

export type PostgresSearchIndexes = {
  index: ProductSearchIndex
  database: Database
  another(): Promise<ProductSearchIndex>
  dispose(): Promise<void>
}

/** A prepared, empty search index in a new database; `another` opens it as another process would. */
export async function openPostgresIndexes(adminUrl?: string): Promise<PostgresSearchIndexes> {
  const fresh = await freshDatabase(adminUrl)
  const opened: Database[] = []
  const open = () => {
    const database = openDatabase(fresh.url, { applicationName: 'shop test' })
    opened.push(database)
    return { database, index: openPostgresSearchIndex({ ...database, log: silentLog }) }
  }
  const { database, index } = open()
  await index.prepare()
  return {
    index,
    database,
    another: () => Promise.resolve(open().index),
    async dispose() {
      await Promise.all(opened.map((each) => each.close()))
      await fresh.drop()
    },
  }
}
