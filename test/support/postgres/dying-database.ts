import type { KyselyPlugin } from 'kysely'
import { openDatabase, type Database } from '#core/database/database.ts'

/** The database as seen by a process that is killed between two of its statements. */
export type DyingDatabase = Database & { isDead(): boolean }

/** A new pool on `url` whose `db` refuses every statement after the first `statements`. */
export function dyingDatabase(url: string, statements: number): DyingDatabase {
  const database = openDatabase(url, { applicationName: 'dying', max: 4 })
  let left = statements
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (left <= 0) throw new Error('killed')
      left -= 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { ...database, db: database.db.withPlugin(plugin), isDead: () => left <= 0 }
}
