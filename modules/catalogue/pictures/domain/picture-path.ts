/** The longest side, in pixels, of the three forms in which a picture is stored, the largest first. */
export const pictureSizes = [1_600, 800, 320] as const
export type PictureSize = (typeof pictureSizes)[number]

/** One form of a picture: `name` is that of its content. */
export type PictureFile = { name: string; size: PictureSize }

const form = /^([0-9a-f]{32})-(1600|800|320)[.]webp$/
const folder = '/pictures/'

/** The path of one form on this site. */
export function picturePath({ name, size }: PictureFile): string {
  return `${folder}${name}-${size}.webp`
}

/** The form that a file name denotes. */
export function pictureFileOf(fileName: string): PictureFile | undefined {
  const [, name = '', side = ''] = form.exec(fileName) ?? []
  const size = pictureSizes.find((one) => String(one) === side)
  return size === undefined ? undefined : { name, size }
}

/** The name of the uploaded picture at an address; `undefined` for a picture that the shop does not store. */
export function pictureNameIn(url: string): string | undefined {
  return url.startsWith(folder) ? pictureFileOf(url.slice(folder.length))?.name : undefined
}
