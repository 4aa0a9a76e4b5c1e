import { sql, type Kysely } from 'kysely'
import { Rejection } from '#core/domain/errors.ts'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { likePatterns } from '#core/database/like-patterns.ts'
import { usernameKey } from './domain/account-rules.ts'
import type { AccountRole } from './schema.ts'
import type { AccountRow, IdentityTables } from './tables.ts'

/** Every word of `text`, or part of one, must occur in id, username, name, e-mail address or mobile number. */
export type AccountFilter = { text?: string | undefined; role?: AccountRole | undefined }

/** Queries on the accounts' own rows, so they see every committed write. */
export function accountQueries(db: Kysely<unknown>) {
  const tables = db.$extendTables<IdentityTables>()
  const accounts = () => tables.selectFrom('accounts')
  const matching = (filter: AccountFilter) => matchingIn(db, filter)

  return {
    find: (id: string): Promise<AccountRow | undefined> =>
      accounts().selectAll().where('id', '=', id).executeTakeFirst(),

    findByUsername: (username: string): Promise<AccountRow | undefined> =>
      accounts().selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst(),

    /** In whatever case; those with a confirmed address first, then the latest logins. */
    withEmail: (email: string, limit: number) => withEmail(db, email, limit),

    /** Oldest first. */
    async page(
      filter: AccountFilter,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: AccountRow[]; total: number }> {
      const offset = page * size
      const [rows, total] = await Promise.all([
        matching(filter).selectAll().orderBy('created_at').orderBy('id').limit(size).offset(offset).execute(),
        this.count(filter),
      ])
      return { rows, total }
    },

    /** Oldest first, of any number. */
    all: (filter: AccountFilter) => inBatches<AccountRow>((after, limit) => pageAfter(matching(filter), after, limit)),

    async count(filter: AccountFilter = {}): Promise<number> {
      const row = await matching(filter)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirst()
      return row?.total ?? 0
    },

    async hasAdmin(): Promise<boolean> {
      const admin = await matching({ role: 'ADMIN' }).select('id').limit(1).executeTakeFirst()
      return admin !== undefined
    },

    /** Deleted accounts whose traces may not all be erased yet. */
    async unfinishedErasures(): Promise<string[]> {
      const rows = await tables.selectFrom('account_erasures').select('account_id').execute()
      return rows.map((row) => row.account_id)
    },
  }
}

export type AccountQueries = ReturnType<typeof accountQueries>

function withEmail(db: Kysely<unknown>, email: string, limit: number): Promise<AccountRow[]> {
  return db
    .$extendTables<IdentityTables>()
    .selectFrom('accounts')
    .selectAll()
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .orderBy(sql`email_verified_at is null`)
    .orderBy('last_issued', 'desc')
    .limit(limit)
    .execute()
}

const searched = sql<string>`lower(concat_ws(' ', id, username, name, email, mobile_number))`

/** The matching rows, unordered. */
function matchingIn(db: Kysely<unknown>, { text, role }: AccountFilter) {
  let query = db.$extendTables<IdentityTables>().selectFrom('accounts')
  if (role !== undefined) query = query.where(sql<boolean>`roles ? ${role}`)
  for (const pattern of likePatterns(text)) query = query.where(searched, 'like', pattern)
  return query
}

function pageAfter(accounts: ReturnType<typeof matchingIn>, after: AccountRow | undefined, limit: number) {
  const oldest = accounts.selectAll().orderBy('created_at').orderBy('id').limit(limit)
  if (after === undefined) return oldest.execute()
  return oldest.where(sql<boolean>`(created_at, id) > (${after.created_at}::timestamptz, ${after.id})`).execute()
}

/** @throws Rejection `not-found` if there is no account */
export function foundAccount(account: AccountRow | undefined): AccountRow {
  if (!account) throw new Rejection('not-found', 'There is no such user')
  return account
}
