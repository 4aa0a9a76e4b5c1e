import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Position, Revision } from '../event-store.ts'
import { safePosition } from './events.ts'
import type { StoredEvent } from '../codec/recorded-events.ts'

/** A read of `$all`. */
export type ReadAllRequest = {
  from: Position | 'start' | 'end'
  count: number
  isBackwards?: boolean
  /** Only events of streams whose names begin with one of these; all events where missing. */
  prefixes?: readonly string[] | undefined
}

/** A read of one stream, forwards. */
export type ReadStreamRequest = { stream: string; from: Revision; count: number }

/**
 * The request in the library's generated messages, whose responses are parsed like those of `$all`. The library's own
 * `readStream` parses all data, and aborts the call where there is no such stream.
 */
export function streamRequestOf({ stream, from, count }: ReadStreamRequest): ReadReq {
  const { Options } = streams.ReadReq
  const place = new Options.StreamOptions()
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setRevision(String(from))
  const options = new Options()
    .setStream(place)
    .setReadDirection(Options.ReadDirection.FORWARDS)
    .setResolveLinks(false)
    .setCount(String(count))
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
    .setNoFilter(new shared.Empty())
  return new streams.ReadReq().setOptions(options)
}

/**
 * The request in the library's generated messages. The library's own `readAll` has no filter, although all supported
 * server versions do, and parses data and metadata of every event before its name can be checked.
 */
export function allRequestOf({ from, count, isBackwards = false, prefixes }: ReadAllRequest): ReadReq {
  const { Options } = streams.ReadReq
  const options = new Options()
    .setAll(placeOf(from))
    .setReadDirection(isBackwards ? Options.ReadDirection.BACKWARDS : Options.ReadDirection.FORWARDS)
    .setResolveLinks(false)
    .setCount(String(count))
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
  if (prefixes === undefined) options.setNoFilter(new shared.Empty())
  else options.setFilter(filterOf(prefixes))
  return new streams.ReadReq().setOptions(options)
}

function placeOf(from: ReadAllRequest['from']) {
  const place = new streams.ReadReq.Options.AllOptions()
  if (from === 'start') return place.setStart(new shared.Empty())
  if (from === 'end') return place.setEnd(new shared.Empty())
  const position = new streams.ReadReq.Options.Position()
  return place.setPosition(position.setCommitPosition(String(from)).setPreparePosition(String(from)))
}

function filterOf(prefixes: readonly string[]) {
  const { FilterOptions } = streams.ReadReq.Options
  const streamName = new FilterOptions.Expression().setPrefixList([...prefixes])
  return new FilterOptions()
    .setStreamIdentifier(streamName)
    .setCount(new shared.Empty())
    .setCheckpointintervalmultiplier(1)
}

/**
 * An event of a response. Data and metadata are parsed on first access: an event of another application may have a
 * megabyte of data, and is recognised by its name alone.
 */
export function storedRecord(answer: ReadResp.ReadEvent): StoredEvent {
  const record = answer.getEvent() ?? new streams.ReadResp.ReadEvent.RecordedEvent()
  const names = record.getMetadataMap()
  let data: { parsed: unknown } | undefined
  let metadata: { parsed: unknown } | undefined
  return {
    id: record.getId()?.getString() ?? '',
    type: names.get('type') ?? '',
    stream: textOf(record.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()),
    revision: Number(record.getStreamRevision()),
    position: safePosition(BigInt(record.getCommitPosition())),
    at: timeOf(names.get('created')),
    get data() {
      data ??= { parsed: dataOf(record.getData_asU8(), names.get('content-type')) }
      return data.parsed
    },
    get metadata() {
      metadata ??= { parsed: metadataOf(record.getCustomMetadata_asU8()) }
      return metadata.parsed
    },
  }
}

/** Like the library's stream reads: bytes if the content type is not JSON, the text if it is but does not parse. */
function dataOf(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (contentType !== 'application/json') return bytes
  const text = textOf(bytes)
  return parsedOr(text, text)
}

function metadataOf(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : parsedOr(textOf(bytes), bytes)
}

function parsedOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

const ticksPerMs = 10_000n

/** The server counts ticks of 100 ns since 1970. */
function timeOf(ticks: string | undefined): string {
  return new Date(Number(BigInt(ticks ?? 0) / ticksPerMs)).toISOString()
}
