import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type ServiceError, type status } from '@grpc/grpc-js'
import type { LoggedEvent, Proposed, Written } from './log.ts'

// Between the log and the wire, with the client's own generated messages.

/** What an append asks for: its first message says where, the others what. */
export type AskedAppend = { stream: string; expected: number | 'any'; proposed: Proposed[] }

export function askedAppend(messages: readonly AppendReq[]): AskedAppend {
  const options = messages[0]?.getOptions()
  const expected = options?.hasAny() ? 'any' : options?.hasNoStream() ? -1 : Number(options?.getRevision())
  const proposed = messages.slice(1).flatMap((message) => {
    const event = message.getProposedMessage()
    return event === undefined ? [] : [proposedFrom(event)]
  })
  return { stream: nameOf(options?.getStreamIdentifier()), expected, proposed }
}

type Identifier = { getStreamName_asU8(): Uint8Array }

function nameOf(identifier: Identifier | undefined): string {
  return identifier === undefined ? '' : Buffer.from(identifier.getStreamName_asU8()).toString('utf8')
}

function proposedFrom(event: AppendReq.ProposedMessage): Proposed {
  const map = event.getMetadataMap()
  return {
    id: event.getId()?.getString() ?? '',
    type: map.get('type') ?? '',
    contentType: map.get('content-type') ?? '',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
  }
}

export function appendAnswer(written: Written): AppendResp {
  const answer = new streams.AppendResp()
  if (written.outcome === 'wrong-version') {
    const wrong = new streams.AppendResp.WrongExpectedVersion()
    if (written.actual < 0) wrong.setCurrentNoStream(new shared.Empty())
    else wrong.setCurrentRevision(String(written.actual))
    return answer.setWrongExpectedVersion(wrong)
  }
  const position = new streams.AppendResp.Position()
  position.setCommitPosition(String(written.position)).setPreparePosition(String(written.position))
  const success = new streams.AppendResp.Success().setCurrentRevision(String(written.revision)).setPosition(position)
  return answer.setSuccess(success)
}

const ticksPerMs = 10_000n

export function eventAnswer(event: LoggedEvent): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setPreparePosition(String(event.position))
    .setCommitPosition(String(event.position))
    .setCustomMetadata(event.metadata)
    .setData(event.data)
  const map = recorded.getMetadataMap()
  map.set('type', event.type)
  map.set('content-type', event.contentType)
  map.set('created', String(BigInt(event.created.getTime()) * ticksPerMs))
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position))
  return new streams.ReadResp().setEvent(read)
}

export function notFoundAnswer(stream: string): ReadResp {
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)),
  )
}

export function confirmation(): ReadResp {
  return new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('1'))
}

function identifier(stream: string) {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
}

export type AskedRead = {
  stream: string | undefined
  isSubscription: boolean
  isBackwards: boolean
  /** A revision, or a position in the whole log. */
  from: number | 'start' | 'end'
  count: number
}

export function askedRead(request: ReadReq): AskedRead {
  const options = request.getOptions() ?? new streams.ReadReq.Options()
  const ofStream = options.getStream()
  const asked = {
    isSubscription: options.hasSubscription(),
    isBackwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    count: Number(options.getCount()),
  }
  if (ofStream === undefined) {
    const ofAll = options.getAll()
    const place = ofAll?.getPosition()?.getCommitPosition()
    return { ...asked, stream: undefined, from: startOf(ofAll, place) }
  }
  const stream = nameOf(ofStream.getStreamIdentifier())
  return { ...asked, stream, from: startOf(ofStream, ofStream.getRevision()) }
}

function startOf(options: { hasStart(): boolean; hasEnd(): boolean } | undefined, place: string | undefined) {
  if (options?.hasStart()) return 'start'
  return options?.hasEnd() ? 'end' : Number(place)
}

/** A failed call as the server words it. */
export function failure(code: status, details: string, told: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(told)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}
