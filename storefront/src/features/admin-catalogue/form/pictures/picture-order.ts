import type { ProductForm } from '../product-form.ts'

/** The fields for the addresses of a product's pictures, in the order in which they are shown. */
export const pictureFields = ['logoUrl', 'imgUrl1', 'imgUrl2', 'imgUrl3'] as const
export type PictureField = (typeof pictureFields)[number]

export type Pictures = Pick<ProductForm, PictureField>

/** The pictures after one was moved to another place; those in between move up or down. */
export function movedPicture(pictures: Pictures, from: number, to: number): Pictures {
  const addresses = pictureFields.map((field) => pictures[field])
  const [moved = ''] = addresses.splice(from, 1)
  addresses.splice(to, 0, moved)
  return picturesOf(addresses)
}

/** The pictures without one; those after it move up. */
export function withoutPicture(pictures: Pictures, index: number): Pictures {
  return picturesOf(pictureFields.map((field) => pictures[field]).toSpliced(index, 1))
}

/** The pictures with one more in the first empty place; unchanged if there is none. */
export function withPicture(pictures: Pictures, address: string): Pictures {
  const addresses = pictureFields.map((field) => pictures[field])
  const index = addresses.findIndex((one) => one.trim() === '')
  return index < 0 ? pictures : picturesOf(addresses.with(index, address))
}

/** The number of pictures that can be added. */
export function freePlaces(pictures: Pictures): number {
  return pictureFields.filter((field) => pictures[field].trim() === '').length
}

function picturesOf([logoUrl = '', imgUrl1 = '', imgUrl2 = '', imgUrl3 = '']: readonly string[]): Pictures {
  return { logoUrl, imgUrl1, imgUrl2, imgUrl3 }
}
