import type { StreamingRead } from '@eventstore/db-client'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Calling, EventStoreDbConnection, OwnClient } from './connection/connection.ts'

/** The library's own deadlines do not hold for reading; a page that takes longer than this is cut. */
const pageMs = 5_000

/** A page of events that are slow to come ends after so many ms, rather than being cut as a failure and asked for again. */
export const enoughMs = 2_000

export type Reading<Item> = {
  open: (client: OwnClient, calling: Calling) => StreamingRead<Item>
  /** Takes one after the other, and says whether it wants more. */
  take: (item: Item) => boolean
  /** Ends after so many ms with what has arrived, which is no failure of the server. */
  patienceMs?: number
}

/**
 * Hands over what one call answers, one by one. Where `take` wants no more, and where the call fails or takes too long, the
 * call is cancelled, because the library leaves it open. Resolves to whether it has ended before the patience did.
 */
export async function readEach<Item>(connection: EventStoreDbConnection, reading: Reading<Item>): Promise<boolean> {
  let opened: StreamingRead<Item> | undefined
  try {
    return await connection.call(pageMs, async (client, calling) => {
      opened = reading.open(client, calling)
      // After it was cancelled it may still tell of that, with nobody left to hear.
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

/** Whether `work` is done before so many ms have passed. */
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
