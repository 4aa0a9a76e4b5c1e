import { createHash } from 'node:crypto'
import type { Sharp, SharpOptions } from 'sharp'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import { once } from '#core/async/once.ts'
import { pictureKindOf, type PictureKind } from './domain/picture-kind.ts'
import { pictureSizes, type PictureSize } from './domain/picture-path.ts'

/** A picture without metadata in three sizes, the largest first. */
export type EncodedPicture = { name: string; files: readonly EncodedFile[] }

export type EncodedFile = { size: PictureSize; width: number; height: number; bytes: Buffer }

/** A decoded picture takes four bytes of memory per pixel. */
const maxPixels = 50_000_000

/** A picture that takes longer is refused; 50 megapixels take about two seconds per size. */
const maxSeconds = 20

const wanted = 'Upload a PNG, JPEG, WebP or AVIF picture'
const noSvg = 'SVG pictures cannot be uploaded, because they may contain scripts: save it as PNG and upload that'

/**
 * Re-encodes an uploaded picture as WebP, so that nothing of the original is kept but what it shows: no metadata
 * (camera, place), and no bytes that another program might read differently. Judged by its content, and by its number
 * of pixels before it is decoded.
 * @throws Rejection if it is no picture of an accepted kind, too large or damaged
 */
export async function encodePicture(original: Buffer): Promise<EncodedPicture> {
  const kind = pictureKindOf(original)
  if (kind === undefined || kind === 'svg') throw refused(kind === 'svg' ? noSvg : wanted)
  const open = await openerOf(original)
  await requireModest(open({ limitInputPixels: false }), kind)
  const files: EncodedFile[] = []
  for (const size of pictureSizes) files.push(await encode(open(), size))
  return { name: nameOf(files), files }
}

const noEncoder = 'Pictures cannot be encoded on this machine: the package sharp has no build for it'

/** A second check by the decoder, which reads only the header. */
async function requireModest(picture: Sharp, kind: PictureKind): Promise<void> {
  const { format, width, height } = await picture.metadata().catch(() => {
    throw damaged()
  })
  if (format !== (kind === 'avif' ? 'heif' : kind)) throw refused(wanted)
  if (width * height > maxPixels)
    throw refused(
      `The picture has ${width} × ${height} pixels; at most ${maxPixels / 1_000_000} megapixels are accepted`,
    )
}

async function encode(picture: Sharp, size: PictureSize): Promise<EncodedFile> {
  const resized = picture
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
  const { data, info } = await resized.toBuffer({ resolveWithObject: true }).catch(() => {
    throw damaged()
  })
  return { size, width: info.width, height: info.height, bytes: data }
}

async function openerOf(original: Buffer): Promise<(options?: SharpOptions) => Sharp> {
  const library = await loadSharp().catch((cause: unknown) => {
    throw new EngineUnavailable('the encoder of pictures', { cause, advice: noEncoder })
  })
  return (options) => library(original, { limitInputPixels: maxPixels, failOn: 'error', ...options })
}

/** Loaded with the first picture, because its native code takes memory. */
const loadSharp = once(async () => {
  const { default: library } = await import('sharp')
  library.cache(false)
  // One core is left to the requests.
  library.concurrency(1)
  // The decoders of all other formats stay disabled, even for a file that pretends to be of another kind.
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] })
  library.unblock({ operation: ['VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer'] })
  return library
})

/** The same content has the same name, so that its address never shows another picture. */
function nameOf(files: readonly EncodedFile[]): string {
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  return hash.digest('hex').slice(0, 32)
}

function refused(message: string): Rejection {
  return new Rejection('invalid', message, { errors: [{ field: 'file', defaultMessage: message }] })
}

function damaged(): Rejection {
  return refused('The picture is damaged and cannot be read')
}
