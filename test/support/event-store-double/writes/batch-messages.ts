import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Expected } from './append-check.ts'
import { positionIn, proposedFrom, type AppendRequest } from './append-messages.ts'
import { identifierOf, nameOf } from '../log/names.ts'
import { largestAppend, type Written } from './written.ts'

// The messages of appends that a client multiplexes over one gRPC stream, built from the client's generated classes.

/** An append that may still lack parts; `deadline` is in milliseconds since 1970. */
export type BatchAppend = AppendRequest & { deadline: number }

/** The first part of an append names the stream; each part carries events. */
export function begunBatch(request: BatchAppendReq): BatchAppend {
  const options = request.getOptions()
  const stream = nameOf(options?.getStreamIdentifier())
  const deadline = options?.getDeadline()?.toDate().getTime() ?? Infinity
  return { stream, expected: expectedIn(options), proposed: [], deadline }
}

export function addPart(append: BatchAppend, request: BatchAppendReq): BatchAppend {
  append.proposed.push(...request.getProposedMessagesList().map(proposedFrom))
  return append
}

function expectedIn(options: BatchAppendReq.Options | undefined): Expected {
  if (options === undefined || options.hasAny()) return 'any'
  if (options.hasNoStream()) return -1
  return options.hasStreamExists() ? 'stream-exists' : Number(options.getStreamPosition())
}

export function batchAnswer(request: BatchAppendReq, stream: string, written: Written | 'too-late') {
  const answer = new streams.BatchAppendResp().setStreamIdentifier(identifierOf(stream))
  answer.setCorrelationId(request.getCorrelationId())
  if (written === 'too-late') return answer.setError(refused('Timeout', new shared.Timeout()))
  if (written.outcome !== 'written') return answer.setError(refusalOf(stream, written))
  const success = new streams.BatchAppendResp.Success()
  success.setPosition(positionIn(new shared.AllStreamPosition(), written))
  if (written.revision === undefined) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(written.revision))
  return answer.setSuccess(success)
}

function refusalOf(stream: string, written: Exclude<Written, { outcome: 'written' }>) {
  if (written.outcome === 'deleted') {
    return refused('StreamDeleted', new shared.StreamDeleted().setStreamIdentifier(identifierOf(stream)))
  }
  if (written.outcome === 'too-large') {
    const exceeded = new shared.MaximumAppendSizeExceeded().setMaxappendsize(largestAppend)
    return refused('MaximumAppendSizeExceeded', exceeded)
  }
  return refused('WrongExpectedVersion', wrongVersion(written))
}

function wrongVersion({ actual, expected }: { actual: number; expected: Expected }) {
  const wrong = new shared.WrongExpectedVersion()
  if (actual < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentStreamRevision(String(actual))
  if (expected === 'any') return wrong.setExpectedAny(new shared.Empty())
  if (expected === 'stream-exists') return wrong.setExpectedStreamExists(new shared.Empty())
  if (expected < 0) return wrong.setExpectedNoStream(new shared.Empty())
  return wrong.setExpectedStreamPosition(String(expected))
}

/** The error is a message nested in a message, which the generated classes cannot build. */
function refused(name: string, details: { serializeBinary(): Uint8Array }) {
  const url = Buffer.from(`type.googleapis.com/event_store.client.${name}`)
  const any = Buffer.concat([field(1, url), field(2, details.serializeBinary())])
  return status.Status.deserializeBinary(Buffer.concat([field(2, Buffer.from(name)), field(3, any)]))
}

/** A length-delimited Protocol Buffers field of less than 16 KiB. */
function field(number: number, bytes: Uint8Array): Buffer {
  const { length } = bytes
  const size = length < 128 ? [length] : [(length & 127) | 128, length >> 7]
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...size]), bytes])
}
