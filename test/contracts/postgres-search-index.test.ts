import { openDatabase } from '#core/database/database.ts'
import { silentLog } from '#core/log.ts'
import { openPostgresSearchIndex } from '#core/search-index/postgres.ts'
import { freshDatabase } from '#test/support/postgres.ts'
import { describeSearchIndexContract } from './search-index.ts'

describeSearchIndexContract('Postgres', async () => {
  const fresh = await freshDatabase()
  const databases = [openDatabase(fresh.url, { applicationName: 'shop test' })]
  const [first] = databases.map((database) => openPostgresSearchIndex({ ...database, log: silentLog }))
  if (first === undefined) throw new Error('no index')
  await first.prepare()
  return {
    index: first,
    another: async () => {
      const database = openDatabase(fresh.url, { applicationName: 'shop test' })
      databases.push(database)
      return openPostgresSearchIndex({ ...database, log: silentLog })
    },
    dispose: async () => {
      await Promise.all(databases.map((database) => database.close()))
      await fresh.drop()
    },
  }
})
