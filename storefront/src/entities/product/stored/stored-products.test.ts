import { describe, expect, it } from 'vitest'
import { decodeStoredProducts, rememberSeen, toggleCompared } from './stored-products.ts'

const product = (id: string) => ({ id, title: `Product ${id}`, brand: 'Aarogya', logoUrl: '', logoAlt: '' })
const products = (count: number) => Array.from({ length: count }, (_, n) => product(`p${n}`))

describe('recently viewed products', () => {
  it('are listed newest first, each once, and at most twelve', () => {
    expect(rememberSeen(products(3), product('p2')).map(({ id }) => id)).toEqual(['p2', 'p0', 'p1'])
    expect(rememberSeen(products(12), product('new'))).toHaveLength(12)
  })

  it('are stored without the price, which may change', () => {
    const dear = { ...product('p'), price: 5 }
    expect(rememberSeen([], dear)).toEqual([product('p')])
  })
})

describe('compared products', () => {
  it('are added and removed by the same toggle, and are at most four', () => {
    expect(toggleCompared(products(2), product('p1'))).toEqual(products(1))
    expect(toggleCompared(products(3), product('new'))).toHaveLength(4)
    expect(toggleCompared(products(4), product('new'))).toBe('full')
  })
})

describe('a stored list of products', () => {
  it('decodes to the products that were stored, with the alternative text of a picture that has one', () => {
    const described = { ...product('p9'), logoAlt: 'From the front' }
    const stored = JSON.stringify(rememberSeen(products(3), described))
    expect(decodeStoredProducts(stored, 4)).toEqual([described, ...products(3)])
  })

  it.each([null, '', '{', '"x"', '{"id":"p"}', '[1, null, {"id": 7}, {"id": ""}]'])('is empty when it is %j', (text) =>
    expect(decodeStoredProducts(text, 4)).toEqual([]),
  )

  it('contains each product once, and no more than the limit', () => {
    const stored = JSON.stringify([product('a'), product('a'), ...products(500)])
    expect(decodeStoredProducts(stored, 4).map(({ id }) => id)).toEqual(['a', 'p0', 'p1', 'p2'])
  })
})
