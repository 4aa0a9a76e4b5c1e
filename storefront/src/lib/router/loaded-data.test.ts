import { describe, expect, it } from 'vitest'
import { readLoadedData, settleMatches, writeLoadedData } from './loaded-data.ts'

type Loaded = Record<string, unknown> | undefined

describe('what the server has loaded', () => {
  it('comes back as it was, with promises where the loader had left some', async () => {
    const data = { product: { title: 'Monitor' }, similar: Promise.resolve([1, 2]) }
    const matches = await settleMatches([{ id: 'root' }, { id: '/a', loaderData: data }, { id: '/b', loaderData: [3] }])
    const [root, a, b] = readLoadedData<Loaded>(writeLoadedData(matches))
    expect(root?.data).toBeUndefined()
    expect(a?.data?.['product']).toEqual({ title: 'Monitor' })
    expect(await a?.data?.['similar']).toEqual([1, 2])
    expect(b?.data).toEqual([3])
  })

  it('need not be waited for by React, on either side', async () => {
    const similar = Promise.resolve(1)
    const matches = await settleMatches([{ id: '/a', loaderData: { similar } }])
    expect(similar).toMatchObject({ status: 'fulfilled', value: 1 })
    const [again] = readLoadedData<Loaded>(writeLoadedData(matches))
    expect(again?.data?.['similar']).toMatchObject({ status: 'fulfilled', value: 1 })
  })

  it('cannot end the element it stands in, nor open another one', async () => {
    const title = '</script><!--<script>'
    const text = writeLoadedData(await settleMatches([{ id: '/a', loaderData: { title } }]))
    expect(text).not.toContain('<')
    expect(readLoadedData<Loaded>(text)[0]?.data).toEqual({ title })
  })
})
