/** The kinds of pictures that can be uploaded. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'avif'

/**
 * The kind of a picture by its first bytes; a file's name and announced type prove nothing. `svg` is recognised so that
 * its refusal can explain why.
 */
export function pictureKindOf(bytes: Uint8Array): PictureKind | 'svg' | undefined {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'png'
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (head.slice(4, 8) === 'ftyp') return brandsOf(head).includes('avif') ? 'avif' : undefined
  return isSvg(head) ? 'svg' : undefined
}

function isSvg(head: string): boolean {
  return /^[^<]{0,8}<(?:\?xml|!--|!doctype\s+svg|svg)/i.test(head) && /<svg/i.test(head)
}

/** The major and the compatible brands of an ISO media file, whose first box is `ftyp`. */
function brandsOf(head: string): string[] {
  const length = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(0)
  const brands = head.slice(8, Math.min(length, head.length))
  return brands.match(/[^]{4}/g)?.filter((_, index) => index !== 1) ?? []
}
