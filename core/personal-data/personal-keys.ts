import { randomBytes, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Db } from '../database/database.ts'
import { findKeys, type PersonKey } from './key-lookup.ts'
import { encrypt } from './sealed-text.ts'

const keysMigration: Migration = {
  async up(db) {
    await sql`create table personal_keys (
      subject text primary key,
      wrapped_key bytea,
      created_at timestamptz not null default now(),
      erased_at timestamptz,
      check ((wrapped_key is null) = (erased_at is not null))
    )`.execute(db)
  },
}

const masterKeyMigration: Migration = {
  async up(db) {
    await sql`create table personal_master_key (
      only_one boolean primary key default true check (only_one),
      fingerprint bytea not null
    )`.execute(db)
  },
}

/**
 * Keys whose loss an operator has accepted; rows stay after the key has returned, because `new_key` still opens texts.
 */
const lostKeysMigration: Migration = {
  async up(db) {
    await sql`create table personal_keys_lost (
      subject text primary key,
      accepted_at timestamptz not null default now(),
      reason text not null,
      new_key bytea,
      returned_at timestamptz
    )`.execute(db)
  },
}

export const personalDataMigrations: Record<string, Migration> = {
  '2026-11-20-personal-keys': keysMigration,
  '2026-11-21-personal-master-key': masterKeyMigration,
  '2026-11-22-lost-personal-keys': lostKeysMigration,
}

/** The table of keys: one per person, wrapped by the master key (AES-256-GCM) and bound to its row. */
export function personalKeyTable(db: Db, masterKey: KeyObject) {
  return {
    /** Omits subjects without a row. */
    find: (subjects: readonly string[]) => findKeys(db, masterKey, subjects),

    /** Creates missing keys, and new ones in place of those that an operator has accepted as lost. */
    async findOrCreate(subjects: readonly string[]): Promise<Map<string, PersonKey>> {
      const known = await findKeys(db, masterKey, subjects)
      const missing = subjects.filter((subject) => !known.has(subject))
      const lost = subjects.filter((subject) => known.get(subject)?.state === 'lost')
      if (missing.length > 0) await create(db, masterKey, missing)
      if (lost.length > 0) await replaceLost(db, masterKey, lost)
      return missing.length + lost.length === 0
        ? known
        : new Map([...known, ...(await findKeys(db, masterKey, [...missing, ...lost]))])
    },

    /** Leaves a tombstone, even where there never was a key, so that no new key can be created for this subject. */
    async erase(subject: string, within: Db): Promise<void> {
      await sql`
        insert into personal_keys (subject, erased_at) values (${subject}, now())
        on conflict (subject) do update set wrapped_key = null, erased_at = now()
        where personal_keys.erased_at is null`.execute(within)
      await sql`update personal_keys_lost set new_key = null where subject = ${subject}`.execute(within)
    },
  }
}

/** Where another process is faster, its key is kept. */
async function create(db: Db, masterKey: KeyObject, subjects: readonly string[]): Promise<void> {
  const wrapped = subjects.map((subject) => encrypt(masterKey, randomBytes(32), subject))
  await sql`
    insert into personal_keys (subject, wrapped_key)
    select * from unnest(${subjects}::text[], ${wrapped}::bytea[]) on conflict (subject) do nothing`.execute(db)
}

/** Stored separately, so that the lost key can be restored to its row. */
async function replaceLost(db: Db, masterKey: KeyObject, subjects: readonly string[]): Promise<void> {
  const wrapped = subjects.map((subject) => encrypt(masterKey, randomBytes(32), subject))
  await sql`
    update personal_keys_lost l set new_key = made.wrapped
    from unnest(${subjects}::text[], ${wrapped}::bytea[]) as made (subject, wrapped)
    where l.subject = made.subject and l.new_key is null`.execute(db)
}
