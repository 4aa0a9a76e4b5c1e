import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { needsMeiliProgram } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { startMeili, type MeiliProcess } from '#test/support/engines/meilisearch.ts'
import { openNamedLog, type NamedEngines } from '#test/support/engines/named-engines.ts'
import { addProducts, monitor, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

describe('a shop whose Meilisearch becomes unavailable', needsMeiliProgram, () => {
  let log: NamedEngines
  let meili: MeiliProcess
  let shop: TestShop

  const openShop = ({ env }: NamedEngines, how = {}) =>
    openTestShop({ ...env, MEILI_URL: meili.url, MEILI_KEY: meili.key ?? '', MEILI_INDEX: `shop-${newId()}` }, how)

  beforeAll(async () => {
    log = await openNamedLog()
    meili = await startMeili()
    shop = await openShop(log)
  })
  afterAll(async () => {
    await shop?.close()
    await meili?.close()
    await log?.close()
  })

  const search = (text: string) => shop.call('PUT', '/api/products/search', { body: { text } })
  const titles = async (text: string) => {
    const { body } = await search(text)
    return body.content.map(({ title }: { title: string }) => title).toSorted()
  }

  test('keeps taking orders, answers searches with 503, names the missing engine, and catches up on its own', async () => {
    const [product] = await addProducts(shop, [{ title: 'Otoscope' }])
    if (product === undefined) throw new Error('no product was added')
    await eventually(async () => expect(await titles('otoscope')).toEqual(['Otoscope']))
    await meili.kill()

    const refused = await search('stethoscope')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(refused.body.detail).toMatch(/try again/)
    const page = await shop.call('GET', '/search?q=stethoscope')
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
    const ready = await shop.call('GET', '/health/ready')
    expect([ready.status, ready.body.missing.map(({ name }: { name: string }) => name)]).toEqual([
      503,
      ['search index'],
    ])
    expect((await shop.call('GET', '/api/products')).body.totalElements).toBe(1)
    expect((await shop.call('GET', `/api/products/${product.id}`)).status).toBe(200)
    const { accessToken } = await shop.signUp()
    const placed = await shop.call('POST', '/api/orders', {
      token: accessToken,
      body: orderFor([[product, 1]]),
    })
    expect(placed.status).toBe(201)
    const body = { ...monitor, title: 'Stethoscope' }
    expect((await shop.call('POST', '/api/products', { token: shop.adminToken, body })).status).toBe(201)

    await meili.restart()
    await eventually(async () => expect(await titles('stethoscope')).toEqual(['Stethoscope']), 60_000)
    await eventually(async () => expect((await shop.call('GET', '/health/ready')).status).toBe(200))
  })

  test('does not cache a page that was rendered without the search results', async () => {
    const [product] = await addProducts(shop, [{ title: 'Dermatoscope' }, { title: 'Dermatoscope with light' }])
    const page = async () => (await shop.call('GET', `/products/${product?.id}`)).text
    await meili.kill()
    expect(await page()).toContain('Failed to load similar products')
    await meili.restart()
    await eventually(async () => expect(await page()).not.toContain('Failed to load similar products'), 60_000)
    expect(await page()).toContain('Dermatoscope with light')
  })

  test('fills an index that was lost while it runs', async () => {
    const before = await titles('')
    const index = await indexOf(meili)
    await fetch(`${meili.url}/indexes/${index}`, { method: 'DELETE', headers: authorization(meili) })
    await eventually(async () => expect(await titles('')).toEqual(before), 60_000)
  })

  test('starts without it, and fills the index once it is up', async () => {
    const logOfSecond = await openNamedLog()
    await meili.kill()
    const second = await openShop(logOfSecond, { isReadyWithout: 'search index' })
    await meili.restart()
    await eventually(async () => expect((await second.call('GET', '/health/ready')).status).toBe(200), 60_000)
    await addProducts(second, [{ title: 'Laryngoscope' }])
    const found = await second.call('PUT', '/api/products/search', { body: { text: 'laryngoscop' } })
    expect(found.body.content).toHaveLength(1)
    await second.close()
    await logOfSecond.close()
  })
})

const authorization = ({ key }: MeiliProcess) => ({ Authorization: `Bearer ${key}` })

async function indexOf(meili: MeiliProcess): Promise<string> {
  const answer = await fetch(`${meili.url}/indexes`, { headers: authorization(meili) })
  const { results } = (await answer.json()) as { results: { uid: string }[] } // oxlint-disable-line typescript/no-unsafe-type-assertion -- the server's own answer
  return results[0]?.uid ?? ''
}
