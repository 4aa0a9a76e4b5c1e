import { sql, type Kysely, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Role } from '#core/domain/actor.ts'
import type { AccountEvent } from '../domain/events.ts'

/** An event about a change of an account that was committed, until the log has it. It holds ids, but no name. */
export type UnrecordedRow = {
  event_id: string
  account_id: string
  type: AccountEvent['type']
  data: AccountEvent['data']
  by_role: Role
  correlation_id: string
  trace_id: string | null
}

type Tables = { unrecorded_account_changes: UnrecordedRow }

export const changeRecordMigrations: Record<string, Migration> = {
  '2026-11-29-identity-unrecorded-changes': {
    async up(db) {
      await sql`create table unrecorded_account_changes (
        event_id uuid primary key,
        number bigint generated always as identity,
        account_id text not null,
        type text not null,
        data jsonb not null,
        by_role text not null,
        correlation_id text not null,
        trace_id text
      )`.execute(db)
    },
  },
}

/** The changes that the log does not have yet. */
export function unrecordedChanges(db: Kysely<unknown>) {
  const tables = db.$extendTables<Tables>()
  return {
    async add(trx: Transaction<unknown>, row: UnrecordedRow): Promise<void> {
      const values = { ...row, data: sql<AccountEvent['data']>`${JSON.stringify(row.data)}::jsonb` }
      await trx.$extendTables<Tables>().insertInto('unrecorded_account_changes').values(values).execute()
    },

    async accountIds(): Promise<string[]> {
      const rows = await tables.selectFrom('unrecorded_account_changes').select('account_id').distinct().execute()
      return rows.map((row) => row.account_id)
    },

    /** Those of an account, oldest first. */
    list: (accountId: string): Promise<UnrecordedRow[]> =>
      tables
        .selectFrom('unrecorded_account_changes')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy(sql`number`)
        .execute(),

    async remove(eventId: string): Promise<void> {
      await tables.deleteFrom('unrecorded_account_changes').where('event_id', '=', eventId).execute()
    },
  }
}
