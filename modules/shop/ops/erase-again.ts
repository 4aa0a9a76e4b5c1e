import { tablesOfAccounts } from '../../identity/tables.ts'
import type { PersonalTables, RestoringClient } from '#core/backup/restore-rows.ts'

/** The tables of persons, by the column with the person's id. */
export const personalTables: PersonalTables = {
  accounts: 'id',
  account_erasures: 'account_id',
  ...Object.fromEntries(tablesOfAccounts.map((name) => [name, 'account_id'])),
  personal_keys: 'subject',
  personal_keys_lost: 'subject',
}

export type ErasedPersons = {
  /** Whose rows were skipped, by table. */
  omitted: ReadonlyMap<string, ReadonlySet<string>>
  /** The ids of the lists of erasures. */
  listed: ReadonlySet<string>
  /** The log is of another moment than the database: it may hold any event of any erased person. */
  isLogElsewhere: boolean
}

/**
 * Ensures, within a restore, that erased persons cannot be read, and that the start completes their erasures: it appends
 * to their orders and requests that the data is erased.
 */
export async function eraseAgain(client: RestoringClient, persons: ErasedPersons): Promise<void> {
  const { omitted, listed, isLogElsewhere } = persons
  const of = (...tables: readonly string[]) => tables.flatMap((table) => [...(omitted.get(table) ?? [])])
  const withoutKey = isLogElsewhere ? [...listed] : of('accounts', 'personal_keys')
  await client.query(
    'insert into personal_keys (subject, erased_at) select unnest($1::text[]), now() on conflict do nothing',
    [[...new Set(withoutKey)]],
  )
  const toComplete = 'insert into account_erasures (account_id, started_at)'
  await client.query(`${toComplete} select unnest($1::text[]), now() on conflict do nothing`, [
    [...new Set(of('accounts', 'account_erasures'))],
  ])
  if (isLogElsewhere)
    await client.query(
      `${toComplete} select subject, now() from personal_keys where erased_at is not null on conflict do nothing`,
    )
}
