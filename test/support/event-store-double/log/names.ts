import shared from '@eventstore/db-client/generated/shared_pb.js'

type Identifier = { getStreamName_asU8(): Uint8Array }

/** A stream's name is sent over the wire as bytes. */
export function nameOf(identifier: Identifier | undefined): string {
  return identifier === undefined ? '' : Buffer.from(identifier.getStreamName_asU8()).toString('utf8')
}

export function identifierOf(stream: string) {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
}
