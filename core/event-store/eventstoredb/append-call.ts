import { convertToCommandError, WrongExpectedVersionError } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { CallOptions, Metadata } from '@grpc/grpc-js'
import type { ExactAppend } from '../codec/prepared-append.ts'

type Call = { client: StreamsClient; metadata: Metadata; options: CallOptions }

/**
 * One append in one call, with the library's generated messages. The library's own `appendToStream` serialises each
 * event again, encodes it as base64 and back, and waits between the messages: a third more processor time per append.
 * Resolves to the commit position, which the response to a repeated append may omit.
 * @throws the library's errors
 */
export function callAppend({ client, metadata, options }: Call, append: ExactAppend): Promise<bigint | undefined> {
  return new Promise((resolve, reject) => {
    const sink = client.append(metadata, options, (error, response) => {
      if (error !== null) reject(convertToCommandError(error))
      else if (response.hasWrongExpectedVersion()) reject(wrongVersion(append, response))
      else resolve(commitOf(response))
    })
    sink.on('error', reject)
    sink.write(headerOf(append))
    for (const event of append.events) sink.write(messageOf(event))
    sink.end()
  })
}

function headerOf({ stream, expected }: ExactAppend): AppendReq {
  const options = new streams.AppendReq.Options()
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
  if (expected === 'no-stream') options.setNoStream(new shared.Empty())
  else options.setRevision(String(expected))
  return new streams.AppendReq().setOptions(options)
}

function messageOf({ id, type, data, metadata }: ExactAppend['events'][number]): AppendReq {
  const message = new streams.AppendReq.ProposedMessage()
  message.setId(new shared.UUID().setString(id))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(Buffer.from(data)).setCustomMetadata(Buffer.from(metadata))
  return new streams.AppendReq().setProposedMessage(message)
}

function wrongVersion({ stream, expected }: ExactAppend, response: AppendResp): Error {
  const refusal = response.getWrongExpectedVersion()
  return new WrongExpectedVersionError(undefined, {
    streamName: stream,
    expected: expected === 'no-stream' ? 'no_stream' : BigInt(expected),
    current: refusal?.hasCurrentRevision() === true ? BigInt(refusal.getCurrentRevision()) : 'no_stream',
  })
}

function commitOf(response: AppendResp): bigint | undefined {
  const commit = response.getSuccess()?.getPosition()?.getCommitPosition()
  return commit === undefined ? undefined : BigInt(commit)
}
