import { sql, type Kysely, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAllTokens, type AccountRow, type IdentityTables } from '../tables.ts'

/**
 * A request for a link that no worker has processed yet. It is written for known and unknown accounts alike, and
 * deleted as soon as it is known which it is.
 */
export type ResetRequestRow = {
  id: string
  /** Whether `sealed_name` may be a username or an email address. */
  looked_up_by: 'username' | 'email'
  /** What was typed, encrypted. */
  sealed_name: Buffer
  requested_at: string
}

/** The link of an account that is valid: a new one takes its place. */
export type ResetLinkRow = {
  account_id: string
  /** The request whose mail holds the link. */
  request_id: string
  /** SHA-256 of the token. */
  token_hash: string
  expires_at: string
}

type Tables = IdentityTables & { password_reset_requests: ResetRequestRow; password_reset_links: ResetLinkRow }

export const passwordResetMigrations: Record<string, Migration> = {
  '2026-11-24-identity-password-resets': {
    async up(db) {
      await sql`create table password_reset_requests (
        id text primary key,
        looked_up_by text not null check (looked_up_by in ('username', 'email')),
        sealed_name bytea not null,
        requested_at timestamptz not null
      )`.execute(db)
      await sql`create table password_reset_links (
        account_id text primary key,
        request_id text not null,
        token_hash text not null unique,
        expires_at timestamptz not null
      )`.execute(db)
      await sql`create index on password_reset_links (request_id)`.execute(db)
      await sql`create index on accounts (lower(email))`.execute(db)
    },
  },
}

/** The new password of an account whose link was used. */
export type NewPassword = { tokenHash: string; passwordHash: string; now: number; at: string }

/** Requests for links to choose a new password, and the links. */
export function passwordResetWrites(db: Kysely<unknown>) {
  const tables = db.$extendTables<Tables>()
  return {
    /** Adds the requests together with what `also` writes. */
    addRequests: (requests: readonly ResetRequestRow[], also: (trx: Transaction<unknown>) => Promise<void>) =>
      db.transaction().execute(async (trx) => {
        await trx.$extendTables<Tables>().insertInto('password_reset_requests').values(requests).execute()
        await also(trx)
      }),

    findRequest: (id: string): Promise<ResetRequestRow | undefined> =>
      tables.selectFrom('password_reset_requests').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Deletes the request and stores its links; resolves to whether it was still there. */
    replaceWithLinks: (id: string, links: readonly ResetLinkRow[]): Promise<boolean> =>
      tables.transaction().execute((trx) => replaceWithLinks(trx, id, links)),

    linksOf: (requestId: string): Promise<ResetLinkRow[]> =>
      tables.selectFrom('password_reset_links').selectAll().where('request_id', '=', requestId).execute(),

    /** The link of this token, if it is valid at this time. */
    findLink: (tokenHash: string, at: string): Promise<ResetLinkRow | undefined> =>
      tables
        .selectFrom('password_reset_links')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', at)
        .executeTakeFirst(),

    /** Uses up the link, and revokes every token issued until now; `undefined` if the link is no longer valid. */
    setPassword: (change: NewPassword): Promise<AccountRow | undefined> =>
      tables.transaction().execute((trx) => setPassword(trx, change)),
  }
}

export type PasswordResetWrites = ReturnType<typeof passwordResetWrites>

async function replaceWithLinks(
  trx: Transaction<Tables>,
  id: string,
  links: readonly ResetLinkRow[],
): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('password_reset_requests').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) return false
  for (const link of links) {
    const { account_id: _key, ...changes } = link
    await trx
      .insertInto('password_reset_links')
      .values(link)
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet(changes)
          // Ids rise with time: of two requests that are processed in the wrong order, the newer one's link stays.
          .where('password_reset_links.request_id', '<', link.request_id),
      )
      .execute()
  }
  return true
}

async function setPassword(
  trx: Transaction<Tables>,
  { tokenHash, passwordHash, now, at }: NewPassword,
): Promise<AccountRow | undefined> {
  const used = await trx
    .deleteFrom('password_reset_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .returning('account_id')
    .executeTakeFirst()
  if (used === undefined) return undefined
  return trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, not_before: afterAllTokens(now) })
    .where('id', '=', used.account_id)
    .returningAll()
    .executeTakeFirst()
}
