import { sql, type Kysely, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { IdentityTables } from '../tables.ts'

/** A shipping address that an account has saved. While there are any, exactly one is the default. */
export type AddressRow = {
  id: string
  account_id: string
  name: string
  mobile: string
  address: string
  city: string
  state: string
  zip_code: string
  is_default: boolean
  created_at: string
}

/** What the person enters. */
export type AddressText = Pick<AddressRow, 'name' | 'mobile' | 'address' | 'city' | 'state' | 'zip_code'>

type Tables = IdentityTables & { account_addresses: AddressRow }

export const addressMigrations: Record<string, Migration> = {
  '2026-11-24-identity-addresses': {
    async up(db) {
      await sql`create table account_addresses (
        id text primary key,
        account_id text not null,
        name text not null,
        mobile text not null,
        address text not null,
        city text not null,
        state text not null,
        zip_code text not null,
        is_default boolean not null,
        created_at timestamptz not null
      )`.execute(db)
      await sql`create index on account_addresses (account_id)`.execute(db)
      await sql`create unique index account_addresses_one_default on account_addresses (account_id)
        where is_default`.execute(db)
    },
  },
}

/** What became of a write. `gone`: the account, or the address, does not exist. */
export type AddressOutcome = AddressRow | 'no-account' | 'no-address' | 'too-many'

type Change = { text: AddressText; isDefault: boolean }

/** Queries and writes about saved addresses. Writes lock the account's row, so that none outlives an erasure. */
export function addressWrites(db: Kysely<unknown>) {
  const tables = db.$extendTables<Tables>()
  const inTurn = <Result>(accountId: string, work: (trx: Transaction<Tables>) => Promise<Result>) =>
    tables.transaction().execute(async (trx) => {
      const query = trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate()
      return (await query.executeTakeFirst()) === undefined ? ('no-account' as const) : work(trx)
    })

  return {
    /** The default first, then the newest. */
    ofAccount: (accountId: string) => ofAccount(tables, accountId),

    /** The first address is the default. One with this id stays as it is. `too-many`: there are `limit` already. */
    add: (row: AddressRow, limit: number): Promise<AddressOutcome> =>
      inTurn(row.account_id, (trx) => add(trx, row, limit)),

    change: (of: { accountId: string; id: string }, change: Change): Promise<AddressOutcome> =>
      inTurn(of.accountId, (trx) => replace(trx, of, change)),

    /** If it was the default, the newest of the others becomes the default. */
    remove: (of: { accountId: string; id: string }): Promise<AddressOutcome> =>
      inTurn(of.accountId, (trx) => remove(trx, of)),
  }
}

export type AddressWrites = ReturnType<typeof addressWrites>

function ofAccount(tables: Kysely<Tables>, accountId: string): Promise<AddressRow[]> {
  return tables
    .selectFrom('account_addresses')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

async function add(trx: Transaction<Tables>, row: AddressRow, limit: number): Promise<AddressOutcome> {
  const others = await ofAccount(trx, row.account_id)
  const known = others.find(({ id }) => id === row.id)
  if (known !== undefined) return known
  if (others.length >= limit) return 'too-many'
  const isDefault = row.is_default || others.length === 0
  if (isDefault) await endDefault(trx, row.account_id)
  return trx
    .insertInto('account_addresses')
    .values({ ...row, is_default: isDefault })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function replace(
  trx: Transaction<Tables>,
  { accountId, id }: { accountId: string; id: string },
  { text, isDefault }: Change,
): Promise<AddressOutcome> {
  const known = (await ofAccount(trx, accountId)).find((row) => row.id === id)
  if (known === undefined) return 'no-address'
  if (isDefault && !known.is_default) await endDefault(trx, accountId)
  return trx
    .updateTable('account_addresses')
    .set({ ...text, is_default: known.is_default || isDefault })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function remove(
  trx: Transaction<Tables>,
  { accountId, id }: { accountId: string; id: string },
): Promise<AddressOutcome> {
  const gone = await trx
    .deleteFrom('account_addresses')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  if (gone === undefined) return 'no-address'
  const [next] = gone.is_default ? await ofAccount(trx, accountId) : []
  if (next !== undefined)
    await trx.updateTable('account_addresses').set({ is_default: true }).where('id', '=', next.id).execute()
  return gone
}

async function endDefault(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx
    .updateTable('account_addresses')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute()
}
