import { sql, type Kysely } from 'kysely'
import { usernameKey } from './account-rules.ts'
import type { AccountRow, IdentityTables } from './tables.ts'

/** Questions to the accounts. They are the accounts' own rows: what was written is read at once. */
export function accountQueries(db: Kysely<unknown>) {
  const tables = db.$extendTables<IdentityTables>()
  const accounts = () => tables.selectFrom('accounts')
  return {
    find: (id: string): Promise<AccountRow | undefined> =>
      accounts().selectAll().where('id', '=', id).executeTakeFirst(),

    findByUsername: (username: string): Promise<AccountRow | undefined> =>
      accounts().selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst(),

    /** Oldest first. */
    async page({ page, size }: { page: number; size: number }): Promise<{ rows: AccountRow[]; total: number }> {
      const offset = page * size
      const [rows, total] = await Promise.all([
        accounts().selectAll().orderBy('created_at').orderBy('id').limit(size).offset(offset).execute(),
        this.count(),
      ])
      return { rows, total }
    },

    async count(): Promise<number> {
      const row = await accounts()
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirst()
      return row?.total ?? 0
    },

    async hasAdmin(): Promise<boolean> {
      const admin = await accounts()
        .select('id')
        .where(sql<boolean>`roles ? 'ADMIN'`)
        .limit(1)
        .executeTakeFirst()
      return admin !== undefined
    },

    /** Accounts that are gone, but whose traces may not all be erased yet. */
    async unfinishedErasures(): Promise<string[]> {
      const rows = await tables.selectFrom('account_erasures').select('account_id').execute()
      return rows.map((row) => row.account_id)
    },
  }
}

export type AccountQueries = ReturnType<typeof accountQueries>
