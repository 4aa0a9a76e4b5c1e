import { createSecretKey, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { executePrepared } from '../database/session/prepared.ts'
import { decrypt } from './sealed-text.ts'

/**
 * The state of a person's key. `erased`: the person was erased, for good. `unreadable`: a key exists, or should, but
 * cannot be read, because rows were lost or damaged; a backup brings the data back. `lost`: an operator has accepted
 * the loss, and the person is shown as erased until the key returns.
 */
export type PersonKey = OpenKey | { state: 'erased' } | { state: 'lost' } | { state: 'unreadable'; reason: string }

type OpenKey = {
  state: 'open'
  /** Seals new texts. */
  key: KeyObject
  /** Open older texts that `key` does not open. */
  others: readonly KeyObject[]
  /** Texts that none of the keys opens are shown as erased. */
  isLossAccepted: boolean
}

/** A row of `personal_keys`, with the record of its loss. */
export type StoredKey = {
  subject: string
  wrapped_key: Buffer | null
  is_erased: boolean
  /** Created after the loss was accepted, for the person's data from then on. */
  new_key: Buffer | null
  is_loss_accepted: boolean
}

/** Omits subjects without a row. */
export async function findKeys(
  db: Db,
  masterKey: KeyObject,
  subjects: readonly string[],
): Promise<Map<string, PersonKey>> {
  const query = sql<StoredKey>`
    select asked.subject, wrapped_key, erased_at is not null as is_erased, new_key,
      accepted_at is not null and returned_at is null as is_loss_accepted
    from unnest(${subjects}::text[]) as asked (subject)
    left join personal_keys k on k.subject = asked.subject
    left join personal_keys_lost l on l.subject = asked.subject
    where k.subject is not null or l.subject is not null`
  const { rows } = await executePrepared(db, query)
  return new Map(rows.map((row) => [row.subject, keyOf(masterKey, row)]))
}

function keyOf(
  masterKey: KeyObject,
  { subject, wrapped_key, is_erased, new_key, is_loss_accepted }: StoredKey,
): PersonKey {
  if (is_erased) return { state: 'erased' }
  const [key, ...others] = [...unwrapped(masterKey, subject, new_key), ...unwrapped(masterKey, subject, wrapped_key)]
  if (key !== undefined) return { state: 'open', key, others, isLossAccepted: is_loss_accepted }
  if (is_loss_accepted) return { state: 'lost' }
  return { state: 'unreadable', reason: `the master key does not open the key of ${subject}: its row is damaged` }
}

/** The key in a list, or an empty list where the master key does not open it. */
export function unwrapped(masterKey: KeyObject, subject: string, wrapped: Buffer | null): KeyObject[] {
  if (wrapped === null) return []
  try {
    return [createSecretKey(decrypt(masterKey, wrapped, subject))]
  } catch {
    return []
  }
}
