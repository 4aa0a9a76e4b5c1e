import type { KyselyPlugin } from 'kysely'
import { openDatabase, type Database } from '#core/database/database.ts'

/** What a process that was killed between two of its statements leaves behind: nothing of it is heard again. */
export type DyingDatabase = Database & { isDead(): boolean }

/** A pool of its own on `url` whose `db` refuses every statement after the first `statements`. */
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
