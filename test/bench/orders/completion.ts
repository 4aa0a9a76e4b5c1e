import type { Client } from 'pg'
import { eventually } from '../../support/eventually.ts'

/** Waits for what a shop does after it has answered. */
export type Completion = {
  /** Resolves once every read model has the newest event, and every mail of it has a row. */
  readModelsAreDone(): Promise<void>
  mailsAreDone(): Promise<void>
}

const readModelsWithinMs = 120_000
const mailsWithinMs = 600_000

export function completionIn(database: Client): Completion {
  return {
    readModelsAreDone: () => eventually(() => assertNone(database, behind), readModelsWithinMs),
    mailsAreDone: () => eventually(() => assertNone(database, unsent), mailsWithinMs),
  }
}

/** The checkpoints of reactors, too, which insert the rows of mails. */
const behind = `select count(*)::int as count from projection_checkpoints
  where slot = 'live' and position < (select position from log_head)`

const unsent = "select count(*)::int as count from notifications where status in ('pending', 'queued', 'sending')"

async function assertNone(database: Client, query: string): Promise<void> {
  const { rows } = await database.query<{ count: number }>(query)
  if (rows[0]?.count !== 0) throw new Error(`still ${rows[0]?.count}: ${query}`)
}
