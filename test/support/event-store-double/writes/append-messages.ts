import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendReq, AppendResp, DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServiceError } from '@grpc/grpc-js'
import type { Expected } from './append-check.ts'
import { streamDeleted, tooLarge, wrongVersion } from '../failures.ts'
import { nameOf } from '../log/names.ts'
import type { Proposed } from '../log/record.ts'
import type { Written } from './written.ts'

// The messages of appends and deletions of one call each, built from the client's generated classes.

export type AppendRequest = { stream: string; expected: Expected; proposed: Proposed[] }

/** The first message names the stream, the others carry the events. */
export function appendRequestOf(messages: readonly AppendReq[]): AppendRequest {
  const options = messages[0]?.getOptions()
  const proposed = messages.slice(1).flatMap((message) => {
    const event = message.getProposedMessage()
    return event === undefined ? [] : [proposedFrom(event)]
  })
  return { stream: nameOf(options?.getStreamIdentifier()), expected: expectedIn(options), proposed }
}

export function deletionRequestOf(request: DeleteReq | TombstoneReq): Omit<AppendRequest, 'proposed'> {
  const options = request.getOptions()
  return { stream: nameOf(options?.getStreamIdentifier()), expected: expectedIn(options) }
}

type Options = { hasAny(): boolean; hasNoStream(): boolean; hasStreamExists(): boolean; getRevision(): string }

function expectedIn(options: Options | undefined): Expected {
  if (options === undefined || options.hasAny()) return 'any'
  if (options.hasNoStream()) return -1
  return options.hasStreamExists() ? 'stream-exists' : Number(options.getRevision())
}

type Message = Pick<AppendReq.ProposedMessage, 'getId' | 'getMetadataMap' | 'getData_asU8' | 'getCustomMetadata_asU8'>

export function proposedFrom(message: Message): Proposed {
  const map = message.getMetadataMap()
  return {
    id: message.getId()?.getString() ?? '',
    type: map.get('type') ?? '',
    contentType: map.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

/** A wrong expected version is a regular answer; other refusals fail the call. */
export function appendAnswer(stream: string, written: Written): AppendResp | ServiceError {
  if (written.outcome === 'deleted') return streamDeleted(stream)
  if (written.outcome === 'too-large') return tooLarge()
  if (written.outcome === 'wrong-version') return new streams.AppendResp().setWrongExpectedVersion(wrong(written))
  const success = new streams.AppendResp.Success().setPosition(positionIn(new streams.AppendResp.Position(), written))
  if (written.revision === undefined) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(written.revision))
  return new streams.AppendResp().setSuccess(success)
}

function wrong({ actual, expected }: Written & { outcome: 'wrong-version' }) {
  const answer = new streams.AppendResp.WrongExpectedVersion()
  if (actual < 0) answer.setCurrentNoStream(new shared.Empty())
  else answer.setCurrentRevision(String(actual))
  if (expected === 'any') return answer.setExpectedAny(new shared.Empty())
  if (expected === 'stream-exists') return answer.setExpectedStreamExists(new shared.Empty())
  if (expected < 0) return answer.setExpectedNoStream(new shared.Empty())
  return answer.setExpectedRevision(String(expected))
}

type Place<T> = { setCommitPosition(value: string): T; setPreparePosition(value: string): T }

export function positionIn<T extends Place<T>>(place: T, { position }: { position: number }): T {
  place.setCommitPosition(String(position))
  return place.setPreparePosition(String(position))
}

export function deletionAnswer(stream: string, written: Written) {
  const failure = deletionFailure(stream, written)
  if (failure !== undefined || written.outcome !== 'written') return { failure: failure ?? null }
  return {
    failure: null,
    deleted: new streams.DeleteResp().setPosition(positionIn(new streams.DeleteResp.Position(), written)),
    tombstoned: new streams.TombstoneResp().setPosition(positionIn(new streams.TombstoneResp.Position(), written)),
  }
}

function deletionFailure(stream: string, written: Written): ServiceError | undefined {
  if (written.outcome === 'deleted') return streamDeleted(stream)
  return written.outcome === 'wrong-version' ? wrongVersion(stream, written) : undefined
}
