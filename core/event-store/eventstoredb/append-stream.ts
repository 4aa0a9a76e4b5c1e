import { AccessDeniedError, convertToCommandError, WrongExpectedVersionError } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Status } from '@eventstore/db-client/generated/status_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ClientDuplexStream } from '@grpc/grpc-js'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { ExactAppend } from '../codec/prepared-append.ts'

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>
/** Appends that were sent together, until the last of them is acknowledged. */
type Group = { unacknowledged: number; resolve: () => void; reject: (error: unknown) => void }
type Waiting = { append: ExactAppend; group: Group }

/**
 * Many appends over one `BatchAppend` call, which the server executes in the order sent. The first refusal, even for a
 * conflict, ends the call, so that no later append is written ahead of the refused one. The library has the same
 * feature, with three defects for a copy: an error of one call rejects the pending appends of every client of the
 * process; each append carries a deadline that the server compares with its own clock; and each event is serialised
 * again and encoded as base64 and back.
 */
export class AppendStream {
  readonly #call: Call
  readonly #ended: () => void
  readonly #waiting = new Map<string, Waiting>()
  #sent = 0
  #failure: unknown

  /** `ended` is called when the stream can send no more appends. */
  constructor(call: Call, ended: () => void) {
    this.#call = call
    this.#ended = ended
    call.on('data', (response: BatchAppendResp) => this.#handleResponse(response))
    // An `error` event without a listener would end the process. Only the first failure matters.
    call.on('error', (error) => this.#fail(convertToCommandError(error)))
    call.on('end', () => this.#fail(new Error('EventStoreDB ended the stream of appends')))
  }

  /**
   * Sends all appends at once; resolves when the server has written them, each within the server's own write timeout.
   * @throws EngineUnavailable where the call had already ended, so nothing was sent; and where it ends because another
   *   append was refused, so the outcome is unknown
   * @throws the library's errors
   */
  append(appends: readonly ExactAppend[]): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(notSent(this.#failure))
    return new Promise((resolve, reject) => {
      const group = { unacknowledged: appends.length, resolve, reject }
      for (const append of appends) {
        this.#sent += 1
        const id = String(this.#sent)
        this.#waiting.set(id, { append, group })
        this.#call.write(messageOf(id, append))
      }
    })
  }

  close(): void {
    this.#fail(new Error('the stream of appends was closed'))
    this.#call.cancel()
  }

  #handleResponse(response: BatchAppendResp): void {
    const id = response.getCorrelationId()?.getStructured()?.getLeastSignificantBits() ?? ''
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    const { append, group } = waiting
    this.#waiting.delete(id)
    group.unacknowledged -= 1
    if (response.hasError()) this.#refuse(group, refusalOf(append, response))
    else if (group.unacknowledged === 0) group.resolve()
  }

  /** Cancelling the call also discards what the server has not read yet. */
  #refuse(group: Group, refusal: Error): void {
    group.reject(refusal)
    this.#fail(new EngineUnavailable('event store', { outcome: 'unknown', cause: refusal }))
    this.#call.cancel()
  }

  #fail(failure: unknown): void {
    if (this.#failure === undefined) this.#ended()
    this.#failure ??= failure
    for (const { group } of this.#waiting.values()) group.reject(failure)
    this.#waiting.clear()
  }
}

/** As an `EngineUnavailable` it does not make the connection replace its client, which may be a newer one by now. */
function notSent(cause: unknown): EngineUnavailable {
  return new EngineUnavailable('event store', { outcome: 'none', cause })
}

function messageOf(id: string, { stream, expected, events }: ExactAppend): BatchAppendReq {
  const options = new streams.BatchAppendReq.Options()
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
  if (expected === 'no-stream') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(String(expected))
  const number = new shared.UUID.Structured().setMostSignificantBits('0').setLeastSignificantBits(id)
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setStructured(number))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposedFrom))
    .setIsFinal(true)
}

function proposedFrom({ id, type, data, metadata }: ExactAppend['events'][number]) {
  const message = new streams.BatchAppendReq.ProposedMessage()
  message.setId(new shared.UUID().setString(id))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  return message.setData(Buffer.from(data)).setCustomMetadata(Buffer.from(metadata))
}

/** For any other refusal the outcome is unknown. */
function refusalOf(append: ExactAppend, response: BatchAppendResp): Error {
  const status = response.getError()
  const name = status?.getDetails()?.getTypeName()
  if (name === 'event_store.client.AccessDenied') return new AccessDeniedError()
  if (name === wrongVersion) return conflictOf(append, status)
  return new Error(`EventStoreDB answers ${name}: ${status?.getMessage()}`)
}

const wrongVersion = 'event_store.client.WrongExpectedVersion'

function conflictOf({ stream, expected }: ExactAppend, status: Status | undefined): WrongExpectedVersionError {
  const wrong = status
    ?.getDetails()
    ?.unpack((bytes) => shared.WrongExpectedVersion.deserializeBinary(bytes), wrongVersion)
  return new WrongExpectedVersionError(undefined, {
    streamName: stream,
    expected: expected === 'no-stream' ? 'no_stream' : BigInt(expected),
    current: wrong?.hasCurrentStreamRevision() === true ? BigInt(wrong.getCurrentStreamRevision()) : 'no_stream',
  })
}
