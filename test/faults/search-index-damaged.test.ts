import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { layout } from '#modules/catalogue/search/meilisearch/settings.ts'
import { needsMeiliProgram } from '#test/support/engines/engines.ts'
import { askMeili, damageMeili, startMeili, type MeiliProcess } from '#test/support/engines/meilisearch.ts'
import { eventually } from '#test/support/eventually.ts'
import { runOpsIn, runOpsShowing } from '#test/support/shop/ops-in-process.ts'
import { addProducts, openTestShop, type TestShop } from '#test/support/shop/shop.ts'

describe('an operator whose Meilisearch was damaged', needsMeiliProgram, () => {
  let meili: MeiliProcess
  let shop: TestShop

  beforeAll(async () => {
    meili = await startMeili()
    shop = await openTestShop({ MEILI_URL: meili.url, MEILI_KEY: meili.key ?? '', MEILI_INDEX: `shop-${newId()}` })
    await addProducts(shop, [{ title: 'Otoscope' }, { title: 'Stethoscope' }, { title: 'Dermatoscope' }])
    await shop.settled()
  })
  afterAll(async () => {
    await shop?.close()
    await meili?.close()
  })

  const ops = (...parameters: string[]) => runOpsIn(shop.shop.infrastructure, ...parameters)

  const documentsPath = async () => {
    const { results } = await askMeili(meili, 'GET /indexes')
    const live = results.find(({ uid }: { uid: string }) => uid.endsWith(`-${layout}`))
    return `/indexes/${live.uid}/documents`
  }

  test('sees in verify how many documents it compares, and which differ from the log', async () => {
    const sound = await ops('verify', 'product-search')
    expect(sound.stdout).toMatch(/matches the log, up to position \d+ of \d+ \(3 rows\)/)
    const path = await documentsPath()
    await damageMeili(meili, `DELETE ${path}`)
    const empty = await ops('verify', 'product-search')
    expect(empty.stdout).toMatch(/differs from the log.*\(3 rows\)\n {2}missing: \S+, \S+, \S+/)
    await ops('replay', 'product-search')
    const { results } = await askMeili(meili, `GET ${path}?fields=key,id`)
    await damageMeili(meili, `PUT ${path}`, [{ key: results[0].key, source: 'damaged' }])
    expect((await ops('verify', 'product-search')).stdout).toContain(`different: ${results[0].id}`)
    expect((await ops('replay', 'product-search')).code).toBe(0)
    expect((await ops('verify', 'product-search')).code).toBe(0)
  })

  test('sees what a replay waits for', async () => {
    await meili.kill()
    const lines: string[] = []
    const show = (line: string) => void lines.push(line)
    const replaying = runOpsShowing(show, shop.shop.infrastructure, ['replay', 'product-search'])
    await eventually(() =>
      expect(lines.join('')).toMatch(/replay product-search waits: the search index does not answer/),
    )
    await meili.restart()
    expect((await replaying).code).toBe(0)
  })
})
