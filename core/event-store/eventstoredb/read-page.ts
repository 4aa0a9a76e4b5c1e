import type { StreamingRead } from '@eventstore/db-client'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Calling, EventStoreDbConnection, ShopClient } from './connection/connection.ts'

/** The library's own deadlines do not apply to reads; a page that takes longer than this is cancelled. */
const pageMs = 5_000

/** A slow page ends after this time with what has arrived, rather than being cancelled as a failure and read again. */
export const softLimitMs = 2_000

export type Reading<Item> = {
  open: (client: ShopClient, calling: Calling) => StreamingRead<Item>
  /** Receives each item; returns whether to continue. */
  take: (item: Item) => boolean
  /** The read ends after this time with what has arrived, without counting as a failure of the server. */
  patienceMs?: number
}

/**
 * Passes the items of one call to `take`, one by one. The call is cancelled where `take` stops, and where it fails or
 * times out, because the library leaves it open. Resolves to whether reading was complete before `patienceMs` elapsed.
 */
export async function readEach<Item>(connection: EventStoreDbConnection, reading: Reading<Item>): Promise<boolean> {
  let opened: StreamingRead<Item> | undefined
  try {
    return await connection.call(pageMs, async (client, calling) => {
      opened = reading.open(client, calling)
      // A cancelled call may still emit an error, with no reader left to receive it.
      opened.on('error', () => undefined)
      return before(reading.patienceMs, drained(opened, reading.take))
    })
  } catch (error) {
    throw error instanceof EngineUnavailable ? nothingWritten(error) : error
  } finally {
    void opened?.cancel().catch(() => undefined)
  }
}

async function drained<Item>(items: AsyncIterable<Item>, take: (item: Item) => boolean): Promise<true> {
  for await (const item of items) if (!take(item)) break
  return true
}

/** Whether `work` completes within `ms`. */
async function before(ms: number | undefined, work: Promise<true>): Promise<boolean> {
  if (ms === undefined) return work
  const patience = Promise.withResolvers<boolean>()
  const timer = setTimeout(patience.resolve, ms, false)
  try {
    return await Promise.race([work, patience.promise])
  } finally {
    clearTimeout(timer)
  }
}

function nothingWritten(error: EngineUnavailable): EngineUnavailable {
  return new EngineUnavailable(error.engine, { outcome: 'none', cause: error.cause })
}
