import { sql, type Kysely } from 'kysely'
import { executePrepared } from '#core/database/session/prepared.ts'
import { Rejection } from '#core/domain/errors.ts'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { likePatterns } from '#core/database/like-patterns.ts'
import { onDays, type Days } from '#core/database/lists/on-days.ts'
import { pageAt } from '#core/database/lists/page-at.ts'
import { afterRow, sorted, type ListOrder, type SortColumn } from '#core/database/lists/sorted.ts'
import { sortParts } from '#core/http/schemas/sort.ts'
import { usernameKey } from './domain/account-rules.ts'
import type { AccountRole, UserSort, UserSortColumn } from './schema.ts'
import type { AccountRow, IdentityTables } from './tables.ts'

/** Every word of `text`, or part of one, must occur in id, username, name, email address or mobile number. */
export type AccountFilter = {
  text?: string | undefined
  role?: AccountRole | undefined
  /** The days of signing up. */
  signedUp?: Days | undefined
}

/** A part of the list in an order; oldest first if `sort` is left out. */
type Part = { page: number; size: number; sort?: UserSort | undefined }

/** Queries on the accounts' own rows, so they see every committed write. */
export function accountQueries(db: Kysely<unknown>) {
  const tables = db.$extendTables<IdentityTables>()
  const accounts = () => tables.selectFrom('accounts')
  const matching = (filter: AccountFilter) => matchingIn(db, filter)

  return {
    async find(id: string): Promise<AccountRow | undefined> {
      return (await executePrepared(db, accounts().selectAll().where('id', '=', id))).rows[0]
    },

    findByUsername: (username: string): Promise<AccountRow | undefined> =>
      accounts().selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst(),

    /** In whatever case; those with a confirmed address first, then the latest logins. */
    withEmail: (email: string, limit: number) => withEmail(db, email, limit),

    async page(filter: AccountFilter, part: Part): Promise<{ rows: AccountRow[]; total: number }> {
      const [rows, total] = await Promise.all([partOf(db, filter, part), this.count(filter)])
      return { rows, total }
    },

    /** Any number of accounts; oldest first if `sort` is left out. */
    all: (filter: AccountFilter, sort?: UserSort): AsyncGenerator<AccountRow[]> => batchesOf(matching(filter), sort),

    count: (filter: AccountFilter = {}): Promise<number> => countOf(db, filter),

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

/** The expression of an index. */
const searched = sql<string>`lower(id || ' ' || username || ' ' || name || ' ' || email || ' ' || mobile_number)`

/** The number of matching accounts, if it is stored: that of all. */
async function storedTotal(db: Kysely<unknown>, { text, role, signedUp }: AccountFilter): Promise<number | undefined> {
  const isNarrowed = [role, signedUp?.from, signedUp?.to].some((one) => one !== undefined)
  if (isNarrowed || likePatterns(text).length > 0) return undefined
  const row = await db.$extendTables<IdentityTables>().selectFrom('account_total').select('total').executeTakeFirst()
  return row?.total ?? 0
}

async function countOf(db: Kysely<unknown>, filter: AccountFilter): Promise<number> {
  const stored = await storedTotal(db, filter)
  if (stored !== undefined) return stored
  const row = await matchingIn(db, filter)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  return row?.total ?? 0
}

/** The matching rows, unordered. */
function matchingIn(db: Kysely<unknown>, { text, role, signedUp = {} }: AccountFilter) {
  let query = onDays(db.$extendTables<IdentityTables>().selectFrom('accounts'), 'created_at', signedUp)
  if (role !== undefined) query = query.where(sql<boolean>`roles ? ${role}`)
  for (const pattern of likePatterns(text)) query = query.where(searched, 'like', pattern)
  return query
}

/** The columns of the indexes on the table, of which the last one is unique. */
const sortColumns: Record<UserSortColumn, readonly SortColumn<AccountRow>[]> = {
  since: [
    { by: sql.ref('created_at'), valueIn: (row) => sql`${row.created_at}::timestamptz` },
    { by: sql.ref('id'), valueIn: (row) => row.id },
  ],
  name: [
    { by: sql`lower(name)`, valueIn: (row) => sql`lower(${row.name}::text)` },
    { by: sql.ref('id'), valueIn: (row) => row.id },
  ],
  username: [{ by: sql.ref('username_key'), valueIn: (row) => row.username_key }],
}

function listOrder(sort: UserSort = 'since-asc'): ListOrder<AccountRow> {
  const [column, direction] = sortParts(sort)
  return { columns: sortColumns[column], direction }
}

function partOf(db: Kysely<unknown>, filter: AccountFilter, { sort, ...part }: Part): Promise<AccountRow[]> {
  const accounts = matchingIn(db, filter)
  const total = () => storedTotal(db, filter)
  return pageAt(accounts, accounts.selectAll(), { ...part, order: listOrder(sort), total })
}

function batchesOf(accounts: ReturnType<typeof matchingIn>, sort?: UserSort): AsyncGenerator<AccountRow[]> {
  const order = listOrder(sort)
  return inBatches((after, limit) => afterRow(sorted(accounts.selectAll(), order), order, after).limit(limit).execute())
}

/** @throws Rejection `not-found` if there is no account */
export function foundAccount(account: AccountRow | undefined): AccountRow {
  if (!account) throw new Rejection('not-found', 'There is no such user')
  return account
}
