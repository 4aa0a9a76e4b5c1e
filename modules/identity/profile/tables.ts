import { sql, type Kysely, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { endResetLinks, type AccountRow, type IdentityTables } from '../tables.ts'

/** A change of an account's email address. At most one is pending: the newest, until it is confirmed. */
export type EmailChangeRow = {
  account_id: string
  /** Counts the changes of the account from 1. */
  serial: number
  old_email: string
  new_email: string
  requested_at: string
  /** When the owner opened the link that was sent to the new address. */
  confirmed_at: string | null
}

type Tables = IdentityTables & { account_email_changes: EmailChangeRow }

export const profileMigrations: Record<string, Migration> = {
  '2026-11-24-identity-email-changes': {
    async up(db) {
      await sql`create table account_email_changes (
        account_id text not null,
        serial integer not null,
        old_email text not null,
        new_email text not null,
        requested_at timestamptz not null,
        confirmed_at timestamptz,
        primary key (account_id, serial)
      )`.execute(db)
    },
  },
}

/** The fields of an account that its owner may set without confirmation. */
export type Particulars = Partial<Pick<AccountRow, 'name' | 'mobile_number'>>

/** What happens to the email address: `keep` also ends a pending change. */
export type EmailChoice = { is: 'unmentioned' } | { is: 'keep' } | { is: 'change'; to: string }

type Save = {
  particulars: Particulars
  email: EmailChoice
  at: string
  /** Called in the same transaction, with a new change of the email address. */
  onChange: (trx: Transaction<unknown>, change: EmailChangeRow) => Promise<void>
}

/** Queries and writes about an account's own particulars. */
export function profileWrites(db: Kysely<unknown>) {
  const tables = db.$extendTables<Tables>()
  return {
    pendingChange: (accountId: string) => pendingChange(tables, accountId),

    changesOf: (accountId: string): Promise<EmailChangeRow[]> =>
      tables
        .selectFrom('account_email_changes')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('serial')
        .execute(),

    /** Resolves to the account, or `undefined` if there is none. */
    save: (accountId: string, save: Save): Promise<AccountRow | undefined> =>
      db.transaction().execute((trx) => saveIn(trx, accountId, save)),

    /** Resolves to whether the change was still pending, and the account now has the new address. */
    confirmChange: (change: EmailChangeRow, at: string): Promise<boolean> =>
      tables.transaction().execute((trx) => confirmIn(trx, change, at)),
  }
}

export type ProfileWrites = ReturnType<typeof profileWrites>

async function pendingChange(tables: Kysely<Tables>, accountId: string): Promise<EmailChangeRow | undefined> {
  const newest = await tables
    .selectFrom('account_email_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('serial', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.confirmed_at === null ? newest : undefined
}

async function saveIn(
  trx: Transaction<unknown>,
  accountId: string,
  { particulars, email, at, onChange }: Save,
): Promise<AccountRow | undefined> {
  const tables = trx.$extendTables<Tables>()
  const account = await locked(tables, accountId)
  if (account === undefined) return undefined
  if (Object.keys(particulars).length > 0)
    await tables.updateTable('accounts').set(particulars).where('id', '=', accountId).execute()
  if (email.is !== 'unmentioned') await endPending(tables, accountId)
  if (email.is === 'change') await onChange(trx, await addChange(tables, account, { to: email.to, at }))
  return { ...account, ...particulars }
}

/** The row lock serialises the changes of an account. */
function locked(tables: Kysely<Tables>, accountId: string): Promise<AccountRow | undefined> {
  return tables.selectFrom('accounts').selectAll().where('id', '=', accountId).forUpdate().executeTakeFirst()
}

async function endPending(tables: Kysely<Tables>, accountId: string): Promise<void> {
  await tables
    .deleteFrom('account_email_changes')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .execute()
}

async function addChange(
  tables: Kysely<Tables>,
  { id, email }: AccountRow,
  { to, at }: { to: string; at: string },
): Promise<EmailChangeRow> {
  const newest = await tables
    .selectFrom('account_email_changes')
    .select('serial')
    .where('account_id', '=', id)
    .orderBy('serial', 'desc')
    .limit(1)
    .executeTakeFirst()
  const serial = (newest?.serial ?? 0) + 1
  return tables
    .insertInto('account_email_changes')
    .values({ account_id: id, serial, old_email: email, new_email: to, requested_at: at, confirmed_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function confirmIn(tables: Kysely<Tables>, change: EmailChangeRow, at: string): Promise<boolean> {
  await locked(tables, change.account_id)
  const { numUpdatedRows } = await tables
    .updateTable('account_email_changes')
    .set({ confirmed_at: at })
    .where('account_id', '=', change.account_id)
    .where('new_email', '=', change.new_email)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tables
    .updateTable('accounts')
    .set({ email: change.new_email, email_verified_at: at })
    .where('id', '=', change.account_id)
    .execute()
  await endResetLinks(tables, change.account_id)
  return true
}
