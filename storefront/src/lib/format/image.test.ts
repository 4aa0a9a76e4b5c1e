import { describe, expect, it } from 'vitest'
import { galleryImages, imageSource, inSize, pictureOf, placeholderImage } from './image.ts'

describe("a picture's address", () => {
  it.each(['/images/devices/monitor.svg', 'https://cdn.example.in/a.jpg?w=2'])('may be %s', (url) =>
    expect(imageSource(url)).toBe(url),
  )

  it.each([
    '',
    '   ',
    null,
    undefined,
    '//evil.example/x.png',
    '/\\evil.example',
    'http://plain.example/x.png',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'https://user:secret@evil.example/x.png',
    'relative.png',
  ])('is the placeholder instead of %j', (url) => expect(imageSource(url)).toBe(placeholderImage))
})

describe('the picture of a product', () => {
  it('is its own variation of a drawing of the shop', () =>
    expect(pictureOf('/images/devices/monitor.svg', 'icu mon/1')).toBe('/images/devices/monitor.svg?of=icu%20mon%2F1'))

  it.each(['https://cdn.example.in/images/devices/monitor.svg', '/images/devices/monitor.svg?of=other', ''])(
    'is any other picture unchanged: %j',
    (url) => expect(pictureOf(url, 'icu-mon-1')).toBe(imageSource(url)),
  )
})

it('gives an uploaded picture in another size, and any other picture unchanged', () => {
  expect(inSize('/pictures/4f2a-800.webp', 320)).toBe('/pictures/4f2a-320.webp')
  expect(inSize('/pictures/4f2a-800.webp', 1600)).toBe('/pictures/4f2a-1600.webp')
  for (const address of ['https://cdn.example.in/pictures/a-800.webp', '/images/devices/monitor-800.svg'])
    expect(inSize(address, 320)).toBe(address)
})

describe('the gallery', () => {
  it('drops empty and duplicate pictures', () => {
    const product = { id: 'p', logoUrl: '/a.svg', imgUrl1: '', imgUrl2: '/b.svg', imgUrl3: '/a.svg' }
    expect(galleryImages(product, 'Monitor').map(([address]) => address)).toEqual(['/a.svg', '/b.svg'])
  })

  it('shows the placeholder if there is no picture', () => {
    const product = { id: 'p', logoUrl: ' ', imgUrl1: '', imgUrl2: '', imgUrl3: '' }
    expect(galleryImages(product, 'Monitor')).toEqual([[placeholderImage, 'Monitor']])
  })

  it('describes each picture by its own text, otherwise by the title', () => {
    const product = { id: 'p', logoUrl: '/a.svg', imgUrl1: '/b.svg', imgUrl2: '', imgUrl3: '/c.svg' }
    expect(galleryImages({ ...product, imgAlt1: 'From behind', imgAlt2: 'Nothing' }, 'Monitor')).toEqual([
      ['/a.svg', 'Monitor'],
      ['/b.svg', 'From behind'],
      ['/c.svg', 'Monitor'],
    ])
  })
})
