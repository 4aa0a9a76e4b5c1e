import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Db } from '../database/database.ts'
import { decrypt, encrypt } from './sealed-text.ts'

/**
 * A person's key as it stands. `erased`: the person was erased, for good. `unreadable`: the key is there, or should be, but
 * cannot be had, because the master key is another one or rows were lost; a backup of either brings the data back.
 */
export type PersonKey =
  { state: 'open'; key: KeyObject } | { state: 'erased' } | { state: 'unreadable'; reason: string }

type StoredKey = { subject: string; wrapped_key: Buffer | null; is_erased: boolean }

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

export const personalDataMigrations: Record<string, Migration> = {
  '2026-11-20-personal-keys': keysMigration,
  '2026-11-21-personal-master-key': masterKeyMigration,
}

/** The table of keys: one a person, wrapped by the master key (AES-256-GCM) and bound to its row. */
export function personalKeyTable(db: Db, masterKey: KeyObject) {
  function unwrapped({ subject, wrapped_key, is_erased }: StoredKey): PersonKey {
    if (is_erased || wrapped_key === null) return { state: 'erased' }
    try {
      return { state: 'open', key: createSecretKey(decrypt(masterKey, wrapped_key, subject)) }
    } catch {
      return { state: 'unreadable', reason: `the master key does not open the key of ${subject}` }
    }
  }

  async function find(subjects: readonly string[]): Promise<Map<string, PersonKey>> {
    const { rows } = await sql<StoredKey>`
      select subject, wrapped_key, erased_at is not null as is_erased
      from personal_keys where subject = any(${subjects}::text[])`.execute(db)
    return new Map(rows.map((row) => [row.subject, unwrapped(row)]))
  }

  return {
    /** Subjects without a row are left out. */
    find,

    /** Makes the keys that are missing; where another process is quicker, its key is the one. */
    async findOrCreate(subjects: readonly string[]): Promise<Map<string, PersonKey>> {
      const known = await find(subjects)
      const missing = subjects.filter((subject) => !known.has(subject))
      if (missing.length === 0) return known
      const wrapped = missing.map((subject) => encrypt(masterKey, randomBytes(32), subject))
      await sql`
        insert into personal_keys (subject, wrapped_key)
        select * from unnest(${missing}::text[], ${wrapped}::bytea[]) on conflict (subject) do nothing`.execute(db)
      return new Map([...known, ...(await find(missing))])
    },

    /** Leaves a tombstone, also where there never was a key: no new one can be made for this subject. */
    async erase(subject: string, within: Db): Promise<void> {
      await sql`
        insert into personal_keys (subject, erased_at) values (${subject}, now())
        on conflict (subject) do update set wrapped_key = null, erased_at = now()
        where personal_keys.erased_at is null`.execute(within)
    },
  }
}
