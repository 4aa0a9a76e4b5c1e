import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let products: Awaited<ReturnType<typeof addProducts>>

beforeAll(async () => {
  shop = await openTestShop()
  products = await addProducts(shop, [
    {},
    { title: 'Prana Oxygen Concentrator 10 L', brand: 'Prana', posttype: 'oxygen-machines' },
    { title: 'Asthi Bone Drill', brand: 'Asthi', posttype: 'orthopedic-power-tools', price: 118000 },
  ])
})
afterAll(() => shop.close())

const search = (body: unknown) => shop.call('PUT', '/api/products/search', { body })
const resolve = (...lines: [code: string, quantity: number][]) =>
  shop.call('POST', '/api/products/resolve', { body: { lines: lines.map(([code, quantity]) => ({ code, quantity })) } })
/** A line that is read as the first of these, unless another one is known. */
const line = (...readings: [[string, number], ...[string, number][]]) => {
  const [first, ...others] = readings.map(([code, quantity]) => ({ code, quantity }))
  return { ...first, readings: [first, ...others] }
}
const titles = (found: { title: string }[]) => found.map(({ title }) => title)

describe('a search that finds nothing', () => {
  test('offers the collection most like its text, and a product to raise a request about', async () => {
    const { body } = await search({ text: 'oxxxgen tarpp xy' })
    expect(body).toMatchObject({
      totalElements: 0,
      nearest: { category: 'oxygen-machines', productId: products[1]?.id },
    })
    expect((await search({ text: 'qwxyz' })).body.nearest).toEqual({ productId: expect.any(String) })
    expect((await search({ text: 'monitor' })).body.nearest).toBeUndefined()
    expect((await search({ text: 'qwxyz', brand: 'Prana' })).body.nearest).toBeUndefined()
  })

  test('offers the collection of what the text means in words of the catalogue', async () => {
    const [scaler] = await addProducts(shop, [{ title: 'Dantavi Scaler', posttype: 'dental-equipments' }])
    const { body } = await search({ text: 'दांत की कुर्सी' })
    expect(body).toMatchObject({
      totalElements: 0,
      nearest: { category: 'dental-equipments', productId: scaler?.id },
    })
  })

  test('shows the probable intent if it has typing mistakes', async () => {
    expect((await search({ text: 'patint monitor' })).body.didYouMean).toBe('patient monitor')
  })

  test('offers a text that finds clearly more, and keeps what was found as typed', async () => {
    await addProducts(shop, [
      ...Array.from({ length: 10 }, (_, at) => ({ title: `Kiln Mould ${at}` })),
      { title: 'Kiln Brush', description: 'Removes mould and mound.' },
    ])
    const { body } = await search({ text: 'mound' })
    expect(titles(body.content)).toEqual(['Kiln Brush'])
    expect(body).toMatchObject({ didYouMean: 'mould', foundAsTyped: true })
    expect(Object.keys((await search({ text: 'kiln muold' })).body)).not.toContain('foundAsTyped')
  })
})

describe('a list of codes', () => {
  test('becomes products, in its order, with candidates for uncertain ones', async () => {
    const id = products[2]?.id ?? ''
    const { status, body } = await resolve([id.toUpperCase(), 2], ['oxygen concentrator', 1], ['qwxyz-77', 3])
    expect(status).toBe(200)
    const [drill, oxygen, unknown] = body.lines
    expect(drill).toMatchObject({
      quantity: 2,
      product: { id, title: 'Asthi Bone Drill', price: 118000 },
      candidates: [],
    })
    expect(oxygen).toMatchObject({ code: 'oxygen concentrator', candidates: [{ id: products[1]?.id }] })
    expect(oxygen.product).toBeUndefined()
    expect(unknown).toEqual({ code: 'qwxyz-77', quantity: 3, candidates: [] })
  })

  test('has no candidates for a code that no product has, whatever words it resembles', async () => {
    const { body } = await resolve(['OX-99', 1], ['oxy 10 99', 1], ['DRILL-77', 1])
    expect(body.lines.map((line: { candidates: unknown[] }) => line.candidates)).toEqual([[], [], []])
  })

  test('finds a model number in any spelling, and leaves the choice if products share it', async () => {
    await addProducts(shop, [
      { brand: 'Zeta', title: 'Zeta ZX-90 Scale' },
      { brand: 'Yota', title: 'Yota YX-70 Scale' },
      { brand: 'Yota', title: 'Yota YX-70 Cart' },
    ])
    const { body } = await resolve(['zx 90', 1], ['yx70', 1])
    expect(body.lines[0].product.title).toBe('Zeta ZX-90 Scale')
    expect(body.lines[1].product).toBeUndefined()
    expect(titles(body.lines[1].candidates).toSorted()).toEqual(['Yota YX-70 Cart', 'Yota YX-70 Scale'])
  })

  test('takes the first reading of a line whose code is known', async () => {
    await addProducts(shop, [
      { brand: 'Xena', title: 'Xena XM-1860 Respirator' },
      { brand: 'Xena', title: 'Xena XL-1 Lamp' },
    ])
    const { body } = await shop.call('POST', '/api/products/resolve', {
      body: {
        lines: [
          { ...line(['XM 1860', 1], ['XM', 1_860]), code: 'XM', quantity: 1_860 },
          line(['Lamp\tXL-1', 1], ['XL1', 12]),
          line(['XQ-7 3', 1], ['XQ-7', 3]),
        ],
      },
    })
    const found = body.lines.map(
      ({ code, quantity, product }: { code: string; quantity: number; product?: { title: string } }) => [
        code,
        quantity,
        product?.title,
      ],
    )
    expect(found).toEqual([
      ['XM 1860', 1, 'Xena XM-1860 Respirator'],
      ['XL1', 12, 'Xena XL-1 Lamp'],
      ['XQ-7 3', 1, undefined],
    ])
    expect(Object.keys(body.lines[0]).toSorted()).toEqual(['candidates', 'code', 'product', 'quantity'])
  })

  test.each([
    [[]],
    [[{ code: 'a', quantity: 1, readings: [{ code: '', quantity: 1 }] }]],
    [[{ code: ' ', quantity: 1 }]],
    [[{ code: 'a', quantity: 0 }]],
    [Array.from({ length: 201 }, () => ({ code: 'a1', quantity: 1 }))],
  ])('with the wrong form is rejected', async (lines) => {
    expect((await shop.call('POST', '/api/products/resolve', { body: { lines } })).status).toBe(400)
  })
})

describe('filters', () => {
  test('accept several values of a facet and ranges of specifications, and count what they divide', async () => {
    await addProducts(shop, [
      { title: 'Wend Lamp', brand: 'Wend', featureDescription: 'Reach: 900 mm\nBulb: LED' },
      { title: 'Wend Lamp', brand: 'Vale', featureDescription: 'Reach: 1.2 m\nBulb: LED' },
      { title: 'Wend Lamp', brand: 'Ulla', featureDescription: 'Reach: 2 m\nBulb: Halogen' },
    ])
    const { body } = await search({ text: 'wend lamp', brand: ['wend', 'Vale'] })
    expect(body.totalElements).toBe(2)
    expect(body.facets.brand).toEqual({ Ulla: 1, Vale: 1, Wend: 1 })
    expect(body.attributeFacets).toEqual({ 'Reach (mm)': { min: 900, max: 1200, count: 2 } })
    const filters = { 'Reach (mm)': { min: 1000 }, Bulb: ['led', 'Halogen'] }
    expect((await search({ text: 'wend lamp', filters })).body).toMatchObject({
      totalElements: 2,
      facets: { brand: { Ulla: 1, Vale: 1 } },
      attributeFacets: { Bulb: { values: { Halogen: 1, LED: 1 } } },
    })
  })

  test('count the results within a collection, including the collections below it', async () => {
    await addProducts(shop, [
      { title: 'Quern Rail', posttype: 'trolley-mounting' },
      { title: 'Quern Trolley', posttype: 'medical-trolley' },
      { title: 'Quern Cart', posttype: 'medical-trolley', brand: 'Vale' },
    ])
    expect((await search({ text: 'quern' })).body.facets.category).toEqual({
      'trolley-mounting': 3,
      'medical-trolley': 2,
    })
    const within = (filters: object) => search({ text: 'quern', category: 'trolley-mounting', ...filters })
    expect((await within({})).body.totalElements).toBe(3)
    expect((await within({ brand: 'Vale' })).body).toMatchObject({
      totalElements: 1,
      facets: { category: { 'medical-trolley': 1 } },
    })
  })

  test.each([[{ Bulb: 'LED' }], [{ Bulb: [] }], [{ Reach: { min: 'x' } }], [[]]])(
    'of the form %j are rejected',
    async (filters) => {
      expect((await search({ text: 'lamp', filters })).status).toBe(400)
    },
  )
})
