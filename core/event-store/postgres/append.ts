import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { databaseFailure } from '../../database/failure.ts'
import { sessionTypes } from '../../database/session/types.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import { isAbandonedTablesError, leftBehind } from '../identity/event-log-home.ts'
import { expectedCode } from './tables.ts'
import type { PreparedAppend } from '../codec/prepared-append.ts'

/**
 * The outcome of one append, as `append_events` returns it; for a conflict, `revision` is the stream's (-1: no such
 * stream).
 */
export type AppendOutcome =
  | { outcome: 'appended' | 'repeated'; revision: number; position: number }
  | { outcome: 'conflict'; revision: number; position: null }

/** The server ends waits for the lock after 2 s; this timeout applies where the server has gone silent. */
const silenceMs = 4_000

/** An append with an unknown outcome is retried after each of these pauses, within `patienceMs` in all. */
const pausesMs = [50, 200, 500, 1_000, 2_000]
const patienceMs = 5_000

/**
 * Appends a batch; each append has its own outcome. If the connection is lost before the reply, the batch is sent again:
 * repeated ids write nothing twice.
 * @throws EngineUnavailable `none`: certainly nothing was written. `unknown`: the batch may have been written once.
 */
export async function appendBatch(pool: pg.Pool, batch: readonly PreparedAppend[]): Promise<AppendOutcome[]> {
  const text = `[${batch.map(appendText).join()}]`
  const start = performance.now()
  for (let attempt = 0, mayBeWritten = false; ; attempt++) {
    try {
      return await send(pool, text)
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error
      mayBeWritten ||= error.outcome === 'unknown'
      if (!mayBeWritten) throw error
      const pause = pausesMs[attempt]
      if (pause === undefined || performance.now() - start > patienceMs) throw unknownOutcome(error)
      await sleep(pause)
    }
  }
}

async function send(pool: pg.Pool, batch: string): Promise<AppendOutcome[]> {
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseFailure(error, 'none')
  })
  let failure: unknown
  try {
    const query = { ...appendQuery, values: [batch], query_timeout: silenceMs }
    const { rows } = await client.query<AppendOutcome>(query)
    return rows
  } catch (error) {
    failure = appendFailure(error)
    throw failure
  } finally {
    client.release(failure instanceof EngineUnavailable)
  }
}

function appendFailure(error: unknown): unknown {
  if (isAbandonedTablesError(error))
    return new EngineUnavailable('event store', { outcome: 'none', cause: leftBehind() })
  return databaseFailure(error, 'unknown')
}

const appendQuery = {
  name: 'append-events',
  text: 'select outcome, revision, position from append_events($1::jsonb) order by place',
  types: sessionTypes,
}

function appendText({ stream, expected, events }: PreparedAppend): string {
  const revision = typeof expected === 'number' ? expected : expectedCode[expected]
  return `{"stream":${JSON.stringify(stream)},"expected":${revision},"events":[${events.map(eventText).join()}]}`
}

function eventText({ id, type, data, metadata }: PreparedAppend['events'][number]): string {
  return `{"id":"${id}","type":${JSON.stringify(type)},"data":${data},"metadata":${metadata}}`
}

function unknownOutcome(cause: EngineUnavailable): EngineUnavailable {
  return new EngineUnavailable(cause.engine, { outcome: 'unknown', cause })
}
