import { sql, type Kysely, type Transaction } from 'kysely'
import { Rejection } from '#core/domain/errors.ts'
import type { AccountRole } from './schema.ts'

/** A registered person. A row instead of events, because a person must be erasable. */
export type AccountRow = {
  id: string
  /** As typed at signup. */
  username: string
  /** The username in lower case, which is unique. */
  username_key: string
  name: string
  email: string
  mobile_number: string
  password_hash: string
  roles: AccountRole[]
  /** How often the roles have changed. */
  roles_revision: number
  /** In ms since the epoch: tokens issued earlier are invalid (logout, new password, change of roles). */
  not_before: number
  /** In ms since the epoch: no token was issued later, by the clock of any process. */
  last_issued: number
  created_at: string
  /** When the owner confirmed the address by the link of a mail. */
  email_verified_at: string | null
  /** The record of consent: which privacy notice was accepted, and when. */
  consent_notice: string
  consented_at: string
}

/** An erasure in progress, which survives a crash. Holds no data about the person but the account id. */
type ErasureRow = { account_id: string; started_at: string }

export type IdentityTables = {
  accounts: AccountRow
  account_erasures: ErasureRow
  /** One row: the number of accounts, kept by triggers. */
  account_total: { total: number }
}

/** The other tables whose rows belong to an account, by their column `account_id`: erased together with it. */
export const tablesOfAccounts = ['account_email_changes', 'password_reset_links', 'account_addresses'] as const

type Trx = Kysely<IdentityTables>

/** A checked password: the hash that the row held at the check, and the hash that it gets at `now`. */
export type PasswordCheck = { verifiedHash: string; passwordHash: string; now: number }

/** The roles that an account gets; `ifMatch` is the revision of the roles that they replace. */
export type RolesChange = {
  id: string
  roles: AccountRole[]
  ifMatch?: number | undefined
  now: number
  /** Called in the same transaction with the roles that were replaced. */
  also: (trx: Transaction<unknown>, from: readonly AccountRole[]) => Promise<void>
}

/** The account to delete; `also` is called in the same transaction. */
export type Erasure = { id: string; startedAt: string; also: (trx: Transaction<unknown>) => Promise<void> }

/** Writes to accounts, with the rules that only the database can enforce: unique names and a remaining ADMIN. */
export function accountWrites(db: Kysely<unknown>) {
  const tables = db.$extendTables<IdentityTables>()
  return {
    /** Together with what `also` writes. Resolves to false if the name is taken. */
    insert: (account: AccountRow, also: (trx: Transaction<unknown>) => Promise<void>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const isInserted = await insert(trx.$extendTables<IdentityTables>(), account)
        if (isInserted) await also(trx)
        return isInserted
      }),

    /** Inserts the account if there is no ADMIN; of several processes that start at once, only one does. */
    insertFirstAdmin: (account: AccountRow): Promise<'inserted' | 'has-admin' | 'name-taken'> =>
      tables.transaction().execute(async (trx) => {
        if ((await lockAdmins(trx)).length > 0) return 'has-admin'
        return (await insert(trx, account)) ? 'inserted' : 'name-taken'
      }),

    /** Revokes every token issued until now. */
    async revokeTokens(id: string, now: number): Promise<void> {
      await tables
        .updateTable('accounts')
        .set({ not_before: afterAllTokens(now) })
        .where('id', '=', id)
        .execute()
    },

    /** Returns the row for which a token may be issued now; `undefined` if the verified hash is no longer current. */
    noteLogin: (id: string, check: PasswordCheck): Promise<AccountRow | undefined> =>
      verified(tables, id, check)
        .set({ last_issued: sql`greatest(last_issued, ${check.now}::bigint)` })
        .executeTakeFirst(),

    /**
     * Revokes every token issued until now, and every link to choose a password. Changes nothing and returns `undefined` if
     * the hash is no longer current.
     */
    setPassword: (id: string, check: PasswordCheck): Promise<AccountRow | undefined> =>
      tables.transaction().execute((trx) => setPassword(trx, id, check)),

    /**
     * Returns `undefined` if there is no such account.
     * @throws Rejection if it would remove the last ADMIN, or if the roles have changed since `ifMatch`
     */
    setRoles: (change: RolesChange): Promise<AccountRow | undefined> =>
      db.transaction().execute((trx) => setRoles(trx, change)),

    /** Deletes the row and records that traces remain to be erased. Resolves to false if there is no account. */
    beginErasure: (erasure: Erasure): Promise<boolean> => db.transaction().execute((trx) => beginErasure(trx, erasure)),

    async endErasure(id: string): Promise<void> {
      await tables.deleteFrom('account_erasures').where('account_id', '=', id).execute()
    },
  }
}

export type AccountWrites = ReturnType<typeof accountWrites>

/**
 * The row lock serialises logins with the writes that revoke tokens. Clock skew does not matter: a login records when its
 * token is issued, and `not_before` is set after every recorded time.
 */
export function afterAllTokens(now: number) {
  return sql<number>`greatest(not_before, last_issued, ${now}::bigint) + 1`
}

async function setPassword(trx: Trx, id: string, check: PasswordCheck): Promise<AccountRow | undefined> {
  const changed = verified(trx, id, check).set({ not_before: afterAllTokens(check.now) })
  const account = await changed.executeTakeFirst()
  if (account !== undefined) await endResetLinks(trx, id)
  return account
}

/** Links that were sent before the password or the address changed must not undo that. */
export async function endResetLinks(trx: Trx, id: string): Promise<void> {
  await sql`delete from password_reset_links where account_id = ${id}`.execute(trx)
}

function verified(tables: Kysely<IdentityTables>, id: string, { verifiedHash, passwordHash }: PasswordCheck) {
  return tables
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', verifiedHash)
    .returningAll()
}

async function insert(tables: Kysely<IdentityTables>, account: AccountRow): Promise<boolean> {
  const result = await tables
    .insertInto('accounts')
    .values({ ...account, roles: jsonb(account.roles) })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function setRoles(within: Transaction<unknown>, change: RolesChange): Promise<AccountRow | undefined> {
  const { id, roles, now, ifMatch, also } = change
  const trx = within.$extendTables<IdentityTables>()
  const admins = await lockAdmins(trx)
  const account = await trx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  // Setting the same roles again overwrites nothing, and ends no session.
  if (account === undefined || isSame(account.roles, roles)) return account
  if (ifMatch !== undefined && ifMatch !== account.roles_revision)
    throw new Rejection('precondition-failed', 'The roles were changed since you loaded them. Please load them again.')
  if (!roles.includes('ADMIN')) requireOtherAdmin(admins, id)
  await also(within, account.roles)
  return trx
    .updateTable('accounts')
    .set({ roles: jsonb(roles), roles_revision: account.roles_revision + 1, not_before: afterAllTokens(now) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

function isSame(some: readonly AccountRole[], others: readonly AccountRole[]): boolean {
  return some.length === others.length && some.every((role, place) => role === others[place])
}

async function beginErasure(within: Transaction<unknown>, { id, startedAt, also }: Erasure): Promise<boolean> {
  const trx = within.$extendTables<IdentityTables>()
  requireOtherAdmin(await lockAdmins(trx), id)
  const gone = await trx.deleteFrom('accounts').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  for (const table of tablesOfAccounts) await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(trx)
  await trx.insertInto('account_erasures').values({ account_id: id, started_at: startedAt }).execute()
  await also(within)
  return true
}

/** Returns the ADMINs under a lock, so that two ADMINs who remove each other are serialised. */
async function lockAdmins(trx: Trx): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('the last admin'))`.execute(trx)
  const rows = await trx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`roles ? 'ADMIN'`)
    .execute()
  return rows.map((row) => row.id)
}

function requireOtherAdmin(admins: readonly string[], id: string): void {
  if (admins.length === 1 && admins[0] === id)
    throw new Rejection('conflict', 'This is the last ADMIN: grant another account the role ADMIN first')
}

function jsonb(roles: readonly AccountRole[]) {
  return sql<AccountRole[]>`${JSON.stringify(roles)}::jsonb`
}
