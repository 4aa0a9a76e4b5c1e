import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const accountsMigration: Migration = {
  async up(db) {
    await sql`create table accounts (
      id text primary key,
      username text not null,
      username_key text not null unique,
      name text not null,
      email text not null,
      mobile_number text not null,
      password_hash text not null,
      roles jsonb not null,
      not_before bigint not null,
      created_at timestamptz not null,
      consent_notice text not null,
      consented_at timestamptz not null
    )`.execute(db)
    await sql`create index on accounts (created_at, id)`.execute(db)
    await sql`create table account_erasures (account_id text primary key, started_at timestamptz not null)`.execute(db)
  },
}

const lastIssuedMigration: Migration = {
  async up(db) {
    await sql`alter table accounts add column last_issued bigint not null default 0`.execute(db)
  },
}

const emailVerifiedMigration: Migration = {
  async up(db) {
    await sql`alter table accounts add column email_verified_at timestamptz`.execute(db)
  },
}

/** For the list of users, sorted by name. */
const sortedNamesMigration: Migration = {
  async up(db) {
    await sql`create index on accounts (lower(name), id)`.execute(db)
  },
}

/** So that the accounts before a page far down are skipped in the index by name, too: it has all that is read. */
const readNamesMigration: Migration = {
  async up(db) {
    await sql`drop index accounts_lower_id_idx`.execute(db)
    await sql`create index accounts_lower_id_idx on accounts (lower(name), id) include (name)`.execute(db)
  },
}

/** So that an admin does not overwrite another admin's change. */
const rolesRevisionMigration: Migration = {
  async up(db) {
    await sql`alter table accounts add column roles_revision integer not null default 0`.execute(db)
  },
}

/**
 * For the list of users, which shows their number, and is searched by parts of words and narrowed by role: no page of it
 * reads every account.
 */
const longListMigration: Migration = {
  async up(db) {
    await sql`create table account_total (total bigint not null) with (fillfactor = 50)`.execute(db)
    await sql`create unique index account_total_is_one_row on account_total ((true))`.execute(db)
    await sql`insert into account_total select count(*) from accounts`.execute(db)
    // With the path of the tables, because a restore by psql sets none.
    await sql`create function count_accounts() returns trigger language plpgsql set search_path from current as $$ begin
      if tg_op = 'TRUNCATE' then
        update account_total set total = 0;
        return null;
      end if;
      update account_total set total = total + case tg_op when 'INSERT' then 1 else -1 end * (select count(*) from changed)
      where exists (select from changed);
      return null;
    end $$`.execute(db)
    for (const [event, rows] of [
      ['insert', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql`create trigger ${sql.id(`count_on_${event}`)} after ${sql.raw(event)} on accounts
        referencing ${sql.raw(rows)} table as changed for each statement execute function count_accounts()`.execute(db)
    await sql`create trigger count_on_truncate after truncate on accounts execute function count_accounts()`.execute(db)
    await sql`create index on accounts using gin
      (lower(id || ' ' || username || ' ' || name || ' ' || email || ' ' || mobile_number) gin_trgm_ops)`.execute(db)
    await sql`create index on accounts using gin (roles)`.execute(db)
  },
}

export const identityMigrations: Record<string, Migration> = {
  '2026-11-20-identity-accounts': accountsMigration,
  '2026-11-21-identity-last-issued': lastIssuedMigration,
  '2026-11-23-identity-email-verified': emailVerifiedMigration,
  '2026-11-26-identity-sorted-names': sortedNamesMigration,
  '2026-11-27-identity-roles-revision': rolesRevisionMigration,
  '2026-11-27-identity-total': longListMigration,
  '2026-11-28-identity-names-in-index': readNamesMigration,
}
