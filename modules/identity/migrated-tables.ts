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

/** So that an admin does not overwrite a change of another one. */
const rolesRevisionMigration: Migration = {
  async up(db) {
    await sql`alter table accounts add column roles_revision integer not null default 0`.execute(db)
  },
}

export const identityMigrations: Record<string, Migration> = {
  '2026-11-20-identity-accounts': accountsMigration,
  '2026-11-21-identity-last-issued': lastIssuedMigration,
  '2026-11-23-identity-email-verified': emailVerifiedMigration,
  '2026-11-26-identity-sorted-names': sortedNamesMigration,
  '2026-11-27-identity-roles-revision': rolesRevisionMigration,
}
