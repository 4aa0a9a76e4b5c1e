import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { lostIds } from './lost-events.ts'

/** The stored response of a command whose event is lost; the first event of a command has the command's id. */
export type LostResponse = { scope: string; command_id: string; expires_at: string }

const ofLostCommands = (after: Position) => sql`command_id::text in (${lostIds(after)})`

export async function lostResponses(db: Db, commonUpTo: Position): Promise<LostResponse[]> {
  const { rows } = await sql<LostResponse>`
    select encode(scope, 'hex') as scope, command_id, to_json(expires_at) as expires_at
    from idempotency_keys where ${ofLostCommands(commonUpTo)} order by scope`.execute(db)
  return rows
}

/** Deletes the responses of lost commands, so that their idempotency keys can be used again. */
export async function deleteResponses(trx: Db, commonUpTo: Position): Promise<void> {
  await sql`delete from idempotency_keys where ${ofLostCommands(commonUpTo)}`.execute(trx)
}
