import type { ClientReadableStream } from '@grpc/grpc-js'
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { StoredEvent } from '../codec/recorded-events.ts'
import { storedRecord } from './read-call.ts'

/**
 * The events of one read. The library's own stream turns the response "no such stream" into an error and leaves the
 * call open, which must then be reset. A server closes the connection of a client that resets thousands of calls, so
 * this class ignores the response and lets the call end normally.
 */
export class EventStream extends ReadStream<StoredEvent> {
  constructor(open: () => Promise<ClientReadableStream<ReadResp>>) {
    super(open, storedRecord, {})
  }

  override _transform(...[answer, encoding, next]: Parameters<ReadStream<StoredEvent>['_transform']>): void {
    if (answer.hasStreamNotFound()) next()
    else super._transform(answer, encoding, next)
  }
}
