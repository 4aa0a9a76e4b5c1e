import { deflateSync, crc32 } from 'node:zlib'

/** A form with one picture, by default a small PNG, in the field that an upload takes. */
export function pictureForm(bytes: Uint8Array = png({ width: 40, height: 30 }), fileName = 'monitor.png'): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), fileName)
  return form
}

/** A PNG of one colour, whose header may claim any size; `grey` distinguishes pictures. */
export function png({ width, height, grey = 128 }: { width: number; height: number; grey?: number }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const isReal = width * height <= 1_000_000
  const rows = Buffer.alloc(isReal ? (width + 1) * height : 1, grey)
  if (isReal) for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
