import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { findKeys, unwrapped, type StoredKey } from './key-lookup.ts'
import { encrypt } from './sealed-text.ts'

/** The table of keys whose loss an operator has accepted. */
export function lostKeyTable(db: Db, masterKey: KeyObject) {
  return {
    /** A key that replaced the lost one moves to this table, so that the lost one can be restored to its row. */
    async acceptLoss(subject: string, reason: string): Promise<void> {
      const current = (await findKeys(db, masterKey, [subject])).get(subject)
      const replacement = current?.state === 'open' ? encrypt(masterKey, current.key.export(), subject) : null
      await sql`
        insert into personal_keys_lost as lost (subject, reason, new_key) values (${subject}, ${reason}, ${replacement})
        on conflict (subject) do update set accepted_at = now(), reason = excluded.reason, returned_at = null,
          new_key = coalesce(lost.new_key, excluded.new_key)`.execute(db)
    },

    /** Subjects whose loss was accepted and whose original key is back, rather than the key that replaced it. */
    async returnedKeys(): Promise<string[]> {
      const { rows } = await sql<Pick<StoredKey, 'subject' | 'wrapped_key' | 'new_key'>>`
        select subject, wrapped_key, new_key from personal_keys join personal_keys_lost using (subject)
        where returned_at is null and erased_at is null`.execute(db)
      const isBack = ({ subject, wrapped_key, new_key }: (typeof rows)[number]) => {
        const [restored] = unwrapped(masterKey, subject, wrapped_key)
        const [replacement] = unwrapped(masterKey, subject, new_key)
        return restored !== undefined && !(replacement?.equals(restored) ?? false)
      }
      return rows.filter(isBack).map(({ subject }) => subject)
    },

    /** False where another process has recorded it already. */
    async recordReturn(subject: string): Promise<boolean> {
      const { rows } = await sql`
        update personal_keys_lost set returned_at = now()
        where subject = ${subject} and returned_at is null returning subject`.execute(db)
      return rows.length > 0
    },

    /** Undoes `recordReturn`. */
    async undoReturn(subject: string): Promise<void> {
      await sql`update personal_keys_lost set returned_at = null where subject = ${subject}`.execute(db)
    },
  }
}
