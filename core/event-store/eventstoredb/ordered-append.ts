import { WrongExpectedVersionError } from '@eventstore/db-client'
import type { OrderedAppend } from '../copy/copy-target.ts'
import { StreamConflict } from '../event-store.ts'
import type { EventStoreDbConnection } from './connection/connection.ts'
import type { AppendStream } from './append-stream.ts'

/** Longer than for a single append: an append of a copy waits behind several hundred others. */
const tryMs = 15_000

/**
 * Sends all appends over one stream, which the server reads in order, and none after that has ended. Every append first
 * awaits the same promise, so none can overtake another.
 */
export function orderedAppend(connection: EventStoreDbConnection): OrderedAppend {
  let stream: Promise<AppendStream> | undefined
  return async (appends) => {
    try {
      await connection.call(tryMs, async (client, calling) => {
        stream ??= client.openAppends(calling)
        await (await stream).append(appends)
      })
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error
      const { streamName, expectedVersion, actualVersion } = error
      const expected = typeof expectedVersion === 'bigint' ? Number(expectedVersion) : 'no-stream'
      throw new StreamConflict(streamName, expected, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1)
    }
  }
}
