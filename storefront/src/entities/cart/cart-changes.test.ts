import { describe, expect, it } from 'vitest'
import { applyChanges, lineChanges } from './cart-changes.ts'
import { mergeClaimed, quantityChanges } from './cart-merge.ts'

const line = (id: string, quantity: number, price = 100) => ({
  id,
  title: `Product ${id}`,
  company: 'Aarogya',
  brand: 'Aarogya',
  price,
  logoUrl: '',
  quantity,
})

describe('mirroring a cart', () => {
  it('sends the lines that are new, changed or removed, and no others', () => {
    const mirrored = new Map([
      ['same', 1],
      ['more', 1],
      ['gone', 4],
      ['was-gone', 0],
    ])
    expect(quantityChanges(mirrored, [line('same', 1), line('more', 3), line('new', 2)])).toEqual([
      { id: 'gone', quantity: 0 },
      { id: 'more', quantity: 3 },
      { id: 'new', quantity: 2 },
    ])
  })

  it("adds the lines of the account's earlier cart, and keeps the prices that the shopper saw", () => {
    const claimed = [
      { ...line('here', 5, 90), lineTotal: 450, available: true },
      { ...line('earlier', 1, 70), lineTotal: 70, available: true },
    ]
    const items = [line('here', 2, 100), line('unknown-there', 1)]
    const merged = mergeClaimed(items, claimed, items)
    expect(merged.map(({ id, quantity, price }) => [id, quantity, price])).toEqual([
      ['here', 5, 100],
      ['earlier', 1, 70],
      ['unknown-there', 1, 100],
    ])
  })

  it('keeps the changes that the shopper made during the claim', () => {
    const before = [line('removed', 1), line('changed', 2), line('same', 1)]
    const claimed = [...before, line('added', 3)].map((one) => ({ ...one, lineTotal: 0, available: true }))
    const merged = mergeClaimed([line('changed', 7), line('same', 1), line('added', 1)], claimed, before)
    expect(merged.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['changed', 7],
      ['same', 1],
      ['added', 3],
    ])
  })

  it('keeps the title of a withdrawn product, and adds no withdrawn product of the earlier cart', () => {
    const gone = { title: 'This product is no longer available', price: 0, lineTotal: 0, available: false }
    const claimed = [
      { ...line('here', 1), ...gone },
      { ...line('earlier', 1), ...gone },
    ]
    const items = [line('here', 1)]
    expect(mergeClaimed(items, claimed, items)).toEqual(items)
  })
})

describe('a cart whose products changed', () => {
  const items = [line('same', 1), line('dearer', 2), line('withdrawn', 1)]
  const products = new Map([
    ['same', { price: 100 }],
    ['dearer', { price: 120.5 }],
    ['withdrawn', undefined],
  ])

  it('lists each changed line', () => {
    expect(lineChanges(items, products)).toEqual([
      { kind: 'price', id: 'dearer', title: 'Product dearer', from: 100, to: 120.5 },
      { kind: 'withdrawn', id: 'withdrawn', title: 'Product withdrawn' },
    ])
  })

  it('has no more changes once they are accepted', () => {
    const accepted = applyChanges(items, lineChanges(items, products))
    expect(accepted.map(({ id, price, quantity }) => [id, price, quantity])).toEqual([
      ['same', 100, 1],
      ['dearer', 120.5, 2],
    ])
    expect(lineChanges(accepted, products)).toEqual([])
  })
})
