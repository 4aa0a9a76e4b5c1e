import type { ProductForm } from '../product-form.ts'

/** The fields for the addresses of a product's pictures, in the order in which they are shown. */
export const pictureFields = ['logoUrl', 'imgUrl1', 'imgUrl2', 'imgUrl3'] as const
export type PictureField = (typeof pictureFields)[number]

/** The field for the alternative text of each picture. */
export const altFields = { logoUrl: 'logoAlt', imgUrl1: 'imgAlt1', imgUrl2: 'imgAlt2', imgUrl3: 'imgAlt3' } as const
export type AltField = (typeof altFields)[PictureField]

export type Pictures = Pick<ProductForm, PictureField | AltField>

type Picture = { address: string; alt: string }

/**
 * The pictures after one was moved to another place, at most that of the last one; those in between move up or down.
 */
export function movedPicture(pictures: Pictures, from: number, to: number): Pictures {
  const list = listOf(pictures)
  const last = list.findLastIndex(({ address }) => address.trim() !== '')
  list.splice(Math.min(to, last), 0, ...list.splice(from, 1))
  return picturesOf(list)
}

/** The pictures without one; those after it move up. */
export function withoutPicture(pictures: Pictures, index: number): Pictures {
  return picturesOf(listOf(pictures).toSpliced(index, 1))
}

/** The pictures with one more in the first empty place; unchanged if there is none. */
export function withPicture(pictures: Pictures, address: string): Pictures {
  const list = listOf(pictures)
  const index = list.findIndex((one) => one.address.trim() === '')
  return index < 0 ? pictures : picturesOf(list.with(index, { address, alt: '' }))
}

/** The number of pictures that can be added. */
export function freePlaces(pictures: Pictures): number {
  return listOf(pictures).filter(({ address }) => address.trim() === '').length
}

function listOf(pictures: Pictures): Picture[] {
  return pictureFields.map((field) => ({ address: pictures[field], alt: pictures[altFields[field]] }))
}

const none: Picture = { address: '', alt: '' }

function picturesOf([logo = none, first = none, second = none, third = none]: readonly Picture[]): Pictures {
  return {
    logoUrl: logo.address,
    logoAlt: logo.alt,
    imgUrl1: first.address,
    imgAlt1: first.alt,
    imgUrl2: second.address,
    imgAlt2: second.alt,
    imgUrl3: third.address,
    imgAlt3: third.alt,
  }
}
