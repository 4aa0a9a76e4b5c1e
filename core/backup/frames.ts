/**
 * A backup is a sequence of frames: the manifest, then for each table its head, its rows in the text format of
 * Postgres' COPY, and its end, and finally the footer, without which a backup is not complete.
 */
export type FrameKind = 'manifest' | 'table' | 'rows' | 'end' | 'footer'

export type Frame = { kind: FrameKind; body: Buffer }

const kinds: readonly FrameKind[] = ['manifest', 'table', 'rows', 'end', 'footer']
const headBytes = 5
/** No chunk of rows and no document comes near it: a greater length means that the file is damaged. */
const longestBody = 1 << 28

/** One byte for the kind, four for the length of the body, then the body. */
export function encodeFrame(kind: FrameKind, body: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(kinds.indexOf(kind), 0)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

export function encodeDocument(kind: FrameKind, document: unknown): Buffer {
  return encodeFrame(kind, Buffer.from(JSON.stringify(document)))
}

/** @throws TypeError where the bytes are no frames, or end within one */
export async function* readFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    let start = 0
    for (let next = frameAt(rest, start); next !== undefined; next = frameAt(rest, start)) {
      yield next
      start += headBytes + next.body.length
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) throw new TypeError('the last frame is cut off')
}

function frameAt(bytes: Buffer, start: number): Frame | undefined {
  if (bytes.length < start + headBytes) return undefined
  const kind = kinds[bytes.readUInt8(start)]
  const length = bytes.readUInt32BE(start + 1)
  if (kind === undefined || length > longestBody) throw new TypeError('there is no frame where one should begin')
  const end = start + headBytes + length
  return bytes.length < end ? undefined : { kind, body: bytes.subarray(start + headBytes, end) }
}
