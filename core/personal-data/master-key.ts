import { createHmac, createSecretKey } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { OperatorError } from '../domain/errors.ts'
import { personalKeyTable } from './personal-keys.ts'

/**
 * Verifies that this database was created with this master key, so that a wrong key fails at start-up
 * instead of at every order. The first key is recorded by its fingerprint, which reveals nothing about it.
 * @throws OperatorError where it is a different key
 */
export async function assertSameMasterKey(db: Db, masterKey: Buffer): Promise<void> {
  const fingerprint = createHmac('sha256', masterKey).update('fingerprint of the personal data key').digest()
  if ((await known(db)) === undefined) await remember(db, masterKey, fingerprint)
  if ((await known(db))?.equals(fingerprint) !== true) throw anotherKey()
}

async function known(db: Db): Promise<Buffer | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from personal_master_key`.execute(db)
  return rows[0]?.fingerprint
}

/**
 * A database older than the fingerprint already has persons' keys: the master key must open some of them; single ones
 * may be damaged.
 */
async function remember(db: Db, masterKey: Buffer, fingerprint: Buffer): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select subject from personal_keys where wrapped_key is not null limit 20`.execute(db)
  const keys = await personalKeyTable(db, createSecretKey(masterKey)).find(rows.map(({ subject }) => subject))
  if (keys.size > 0 && [...keys.values()].every(({ state }) => state === 'unreadable')) throw anotherKey()
  await sql`insert into personal_master_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(db)
}

function anotherKey(): OperatorError {
  return new OperatorError(
    'this database was created with another key of personal data',
    'Restore the original key: PERSONAL_DATA_KEY if you set it, otherwise the file DATA_DIR/secrets/personal-data-key from a backup of the data folder; without it all personal data in the database is lost.',
  )
}
