import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { positionIn } from '../writes/append-messages.ts'
import { identifierOf, nameOf } from '../log/names.ts'
import type { LoggedEvent } from '../log/record.ts'
import { softDeletion } from '../log/retention.ts'

// The requests and answers of reads and subscriptions, built from the client's generated classes.

export type StreamReadRequest = {
  /** Undefined for `$all`. */
  stream: string | undefined
  isSubscription: boolean
  isBackwards: boolean
  resolvesLinks: boolean
  /** A revision, or a position in the whole log. */
  from: number | 'start' | 'end'
  count: number
  filter: ReadFilter | undefined
}

export type ReadFilter = {
  matches(event: LoggedEvent): boolean
  /** A checkpoint is sent after this many events read. */
  checkpointEvery: number
}

export function streamReadRequestOf(request: ReadReq): StreamReadRequest {
  const options = request.getOptions() ?? new streams.ReadReq.Options()
  const ofStream = options.getStream()
  const ofAll = options.getAll()
  return {
    isSubscription: options.hasSubscription(),
    isBackwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    resolvesLinks: options.getResolveLinks(),
    count: Number(options.getCount()),
    filter: filterIn(options.getFilter()),
    ...(ofStream === undefined
      ? { stream: undefined, from: startOf(ofAll, ofAll?.getPosition()?.getCommitPosition()) }
      : { stream: nameOf(ofStream.getStreamIdentifier()), from: startOf(ofStream, ofStream.getRevision()) }),
  }
}

function startOf(options: { hasStart(): boolean; hasEnd(): boolean } | undefined, place: string | undefined) {
  if (options?.hasStart()) return 'start'
  return options?.hasEnd() ? 'end' : Number(place)
}

/** The number of events that the server searches at a time by default. */
const searchWindow = 32

function filterIn(options: ReadReq.Options.FilterOptions | undefined): ReadFilter | undefined {
  if (options === undefined) return undefined
  const isOfStreams = options.hasStreamIdentifier()
  const fits = fitting(isOfStreams ? options.getStreamIdentifier() : options.getEventType())
  return {
    matches: ({ stream, type }) => fits(isOfStreams ? stream : type),
    checkpointEvery: (options.getMax() || searchWindow) * (options.getCheckpointintervalmultiplier() || 1),
  }
}

function fitting(expression: ReadReq.Options.FilterOptions.Expression | undefined): (name: string) => boolean {
  const prefixes = expression?.getPrefixList() ?? []
  if (prefixes.length > 0) return (name) => prefixes.some((prefix) => name.startsWith(prefix))
  const form = new RegExp(expression?.getRegex() ?? '')
  return (name) => form.test(name)
}

/** If `event` is a link to `linked`, the answer carries both. */
export function eventAnswer(event: LoggedEvent, linked?: LoggedEvent): ReadResp {
  const read = new streams.ReadResp.ReadEvent().setCommitPosition(String(event.position))
  read.setEvent(recordedFrom(linked ?? event))
  if (linked !== undefined) read.setLink(recordedFrom(event))
  return new streams.ReadResp().setEvent(read)
}

const ticksPerMs = 10_000n

function recordedFrom(event: LoggedEvent) {
  const revision = event.revision >= Number(softDeletion) ? softDeletion : String(event.revision)
  const recorded = positionIn(new streams.ReadResp.ReadEvent.RecordedEvent(), event)
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(revision)
    .setCustomMetadata(event.metadata)
    .setData(event.data)
  const map = recorded.getMetadataMap()
  map.set('type', event.type)
  map.set('content-type', event.contentType)
  map.set('created', String(BigInt(event.created.getTime()) * ticksPerMs))
  return recorded
}

export function notFoundAnswer(stream: string): ReadResp {
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  )
}

export function confirmation(): ReadResp {
  return new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('1'))
}

export function caughtUp(): ReadResp {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())
}

export function checkpoint(position: number): ReadResp {
  return new streams.ReadResp().setCheckpoint(positionIn(new streams.ReadResp.Checkpoint(), { position }))
}
