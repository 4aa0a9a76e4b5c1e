import { jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import type { OrderedAppend } from '../copy/copy-target.ts'
import { StreamConflict } from '../event-store.ts'
import type { EventStoreDbConnection } from '../eventstoredb-connection.ts'

/** An append of a copy waits behind up to a hundred others. */
const tryMs = 15_000

/**
 * Appends in the order of the calls. Without credentials of its own a call goes over the one stream (`BatchAppend`) that the
 * client shares among all of them, and the server takes what comes over a stream in its order. Its deadline is not
 * enforced by the client, so each call has a timer of its own.
 */
export function orderedAppend(connection: EventStoreDbConnection): OrderedAppend {
  return async (stream, expected, events) => {
    const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected)
    const json = events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data, metadata }))
    try {
      await connection.call(tryMs, (client, { requiresLeader, deadline }) =>
        client.appendToStream(stream, json, { requiresLeader, deadline, expectedRevision }),
      )
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error
      const { actualVersion } = error
      throw new StreamConflict(stream, expected, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1)
    }
  }
}
