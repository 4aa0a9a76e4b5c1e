import { expect, it } from 'vitest'
import { freePlaces, movedPicture, withoutPicture, withPicture } from './picture-order.ts'

const pictures = { logoUrl: 'a', imgUrl1: 'b', imgUrl2: 'c', imgUrl3: '' }

it('moves a picture to another place; those in between make room', () => {
  expect(movedPicture(pictures, 0, 2)).toEqual({ logoUrl: 'b', imgUrl1: 'c', imgUrl2: 'a', imgUrl3: '' })
  expect(movedPicture(pictures, 2, 0)).toEqual({ logoUrl: 'c', imgUrl1: 'a', imgUrl2: 'b', imgUrl3: '' })
})

it('closes the gap where a picture is removed', () => {
  expect(withoutPicture(pictures, 0)).toEqual({ logoUrl: 'b', imgUrl1: 'c', imgUrl2: '', imgUrl3: '' })
})

it('adds a picture in the first empty place, and none to four', () => {
  const four = withPicture({ ...pictures, imgUrl1: ' ' }, 'd')
  expect(four).toEqual({ ...pictures, imgUrl1: 'd' })
  expect(freePlaces(pictures)).toBe(1)
  const full = { ...pictures, imgUrl3: 'e' }
  expect(withPicture(full, 'f')).toEqual(full)
})
