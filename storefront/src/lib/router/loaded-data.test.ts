import { describe, expect, it } from 'vitest'
import { readLoadedData, resolveMatches, writeLoadedData } from './loaded-data.ts'

type Loaded = Record<string, unknown> | undefined

describe("the server's loaded data", () => {
  it('is restored in the browser, including promises', async () => {
    const data = { product: { title: 'Monitor' }, similar: Promise.resolve([1, 2]) }
    const matches = await resolveMatches([
      { id: 'root' },
      { id: '/a', loaderData: data },
      { id: '/b', loaderData: [3] },
    ])
    const [root, a, b] = readLoadedData<Loaded>(writeLoadedData(matches))
    expect(root?.data).toBeUndefined()
    expect(a?.data?.['product']).toEqual({ title: 'Monitor' })
    expect(await a?.data?.['similar']).toEqual([1, 2])
    expect(b?.data).toEqual([3])
  })

  it('has promises that React does not wait for, on either side', async () => {
    const similar = Promise.resolve(1)
    const matches = await resolveMatches([{ id: '/a', loaderData: { similar } }])
    expect(similar).toMatchObject({ status: 'fulfilled', value: 1 })
    const [again] = readLoadedData<Loaded>(writeLoadedData(matches))
    expect(again?.data?.['similar']).toMatchObject({ status: 'fulfilled', value: 1 })
  })

  it('cannot close its element or open another one', async () => {
    const title = '</script><!--<script>'
    const text = writeLoadedData(await resolveMatches([{ id: '/a', loaderData: { title } }]))
    expect(text).not.toContain('<')
    expect(readLoadedData<Loaded>(text)[0]?.data).toEqual({ title })
  })
})
