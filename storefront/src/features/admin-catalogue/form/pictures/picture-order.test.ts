import { expect, it } from 'vitest'
import { freePlaces, movedPicture, withoutPicture, withPicture } from './picture-order.ts'

const noTexts = { logoAlt: '', imgAlt1: '', imgAlt2: '', imgAlt3: '' }
const pictures = { logoUrl: 'a', imgUrl1: 'b', imgUrl2: 'c', imgUrl3: '', ...noTexts, logoAlt: 'of a', imgAlt1: 'of b' }

it('moves a picture with its text to another place; those in between make room', () => {
  expect(movedPicture(pictures, 0, 2)).toEqual({
    logoUrl: 'b',
    imgUrl1: 'c',
    imgUrl2: 'a',
    imgUrl3: '',
    ...noTexts,
    logoAlt: 'of b',
    imgAlt2: 'of a',
  })
  expect(movedPicture(pictures, 2, 0)).toEqual({
    logoUrl: 'c',
    imgUrl1: 'a',
    imgUrl2: 'b',
    imgUrl3: '',
    ...noTexts,
    imgAlt1: 'of a',
    imgAlt2: 'of b',
  })
})

it('moves no picture to an empty place', () => {
  expect(movedPicture(pictures, 0, 3)).toEqual(movedPicture(pictures, 0, 2))
  const only = { logoUrl: 'a', imgUrl1: '', imgUrl2: '', imgUrl3: '', ...noTexts }
  expect(movedPicture(only, 0, 1)).toEqual(only)
})

it('closes the gap where a picture is removed with its text', () => {
  expect(withoutPicture(pictures, 0)).toEqual({
    logoUrl: 'b',
    imgUrl1: 'c',
    imgUrl2: '',
    imgUrl3: '',
    ...noTexts,
    logoAlt: 'of b',
  })
})

it('adds a picture without a text in the first empty place, and none to four', () => {
  const four = withPicture({ ...pictures, imgUrl1: ' ' }, 'd')
  expect(four).toEqual({ ...pictures, imgUrl1: 'd', imgAlt1: '' })
  expect(freePlaces(pictures)).toBe(1)
  const full = { ...pictures, imgUrl3: 'e' }
  expect(withPicture(full, 'f')).toEqual(full)
})
