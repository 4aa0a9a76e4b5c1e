import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addProduct,
  openDrills,
  placesWith,
  startAt,
  type Drills,
  type Place,
  type RunningShop,
} from '../../support/backup/restorable-shop.ts'
import { leftToCi } from '../../support/engines/engines.ts'
import { eventually } from '../../support/eventually.ts'
import { runsEverything } from '../../support/runner/left-to-ci.ts'
import { recordFigure } from '../../support/runner/figures.ts'
import { runOps } from '../../support/shop/ops-process.ts'
import { pictureForm } from '#test/support/shop/pictures.ts'
import { apiCaller, signUpWith, type Answer } from '../../support/shop/api-caller.ts'
import { orderFor } from '../../support/shop/shop.ts'

// An operator's drill with the real processes: back up while buyers order, lose everything, restore.

let drills: Drills
let target: Place

beforeAll(async () => {
  drills = await openDrills()
})
afterAll(() => drills.close())

const buyers = 4

/** The personal data of someone who leaves after the backup. */
const lata = {
  username: 'lata.kulkarni@sevasadan.in',
  name: 'Lata Kulkarni',
  mobileNumber: '9867512340',
  password: 'a quiet morning in Pune',
}
const street = 'Sadashiv Peth 1187'
const words = 'The cuff of my monitor leaks'
const textsOfLata = [lata.username, lata.name, lata.mobileNumber, street, words]

/** Places orders until it is stopped; `placed` are the acknowledged ones. */
function keepOrdering({ call }: RunningShop, { token, product }: { token: string; product: Answer['body'] }) {
  const stopping = new AbortController()
  const placed: string[] = []
  const ordering = (async () => {
    while (!stopping.signal.aborted) {
      const { status, body } = await call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
      if (status === 201) placed.push(body.orderId)
    }
  })()
  return {
    placed,
    async stop() {
      stopping.abort()
      await ordering
    },
  }
}

async function idsOfOrders({ call, token }: RunningShop): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const { body } = await call('GET', `/api/orders?size=100&page=${page}`, { token })
    ids.push(...body.content.map(({ orderId }: { orderId: string }) => orderId))
    if (body.last) return ids
  }
}

/** Leaves personal data in an account, an order, a service request and mails. */
async function addLata({ call }: RunningShop, product: Answer['body']) {
  const { body: account } = await call('POST', '/api/auth/signup', { body: lata })
  const shipping = { ...orderFor([]).shipping, name: lata.name, address: street, mobile: lata.mobileNumber }
  const order = orderFor([[product, 1]], { shipping })
  const { id, title, company, logoUrl } = product
  const request = { id, title, company, logoUrl, description: words, address: street }
  const token = account.accessToken
  expect((await call('POST', '/api/orders', { token, body: order })).status).toBe(201)
  expect((await call('POST', '/api/orders/productRequest', { token, body: request })).status).toBe(201)
  return { token, orderId: order.orderId }
}

/** Backs up a shop under load, erases a person, and destroys everything but the backup and the list of erasures. */
async function backUpAndLose(place: Place, file: string) {
  const shop = await startAt(place)
  const product = await addProduct(shop)
  const { body: picture } = await shop.call('POST', '/api/products/images', { token: shop.token, body: pictureForm() })
  const leaver = await addLata(shop, product)
  const accounts = await Promise.all(
    Array.from({ length: buyers }, (_, i) => signUpWith(apiCaller(shop.url), `asha${i}`)),
  )
  const loads = accounts.map(({ accessToken }) =>
    keepOrdering({ ...shop, call: apiCaller(shop.url) }, { token: accessToken, product }),
  )
  await eventually(() => expect(loads.flatMap(({ placed }) => placed).length).toBeGreaterThan(20))
  const acknowledged = [leaver.orderId, ...loads.flatMap(({ placed }) => placed)]
  expect(await runOps(place, 'backup', file, '--json')).toMatchObject({ code: 0 })
  for (const load of loads) await load.stop()
  expect((await shop.call('DELETE', '/api/users/me', { token: leaver.token })).status).toBe(204)
  await shop.end('SIGKILL')
  await rm(place.DATA_DIR, { recursive: true })
  return { acknowledged, leaver, accounts, picture: picture.url }
}

/** The second kind is left to CI. */
const kinds = (['embedded', 'external'] as const).slice(0, runsEverything ? undefined : 1)
const meta = leftToCi('the drill on a Postgres of the operator')

describe.each(kinds)('a shop with an %s Postgres', { meta }, (kind) => {
  test('is restored with everything acknowledged before its backup, and without those erased after it', async ({
    task,
  }) => {
    const file = join(drills.folder, `${kind}.backup`)
    const { acknowledged, leaver, accounts, picture } = await backUpAndLose(await drills[kind](`${kind} before`), file)
    target = await drills[kind](`${kind} after`)
    const restore = await runOps(target, 'restore', file)
    expect(restore).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: 5 accounts, [^]*1 person erased since then stay erased/),
    })

    const after = await startAt(target)
    const restored = await idsOfOrders(after)
    expect(acknowledged.filter((id) => !restored.includes(id))).toEqual([])
    expect(new Set(restored).size).toBe(restored.length)
    expect((await after.call('GET', picture)).status).toBe(200)
    for (const { id, accessToken: token } of accounts)
      expect(await after.call('GET', '/api/users/me', { token })).toMatchObject({ status: 200, body: { id } })
    expect((await after.call('GET', '/api/users/me', { token: leaver.token })).status).toBe(401)
    await eventually(async () => {
      const { body } = await after.call('GET', `/api/orders/${leaver.orderId}`, { token: after.token })
      expect(body.shipping.name).toBe('[erased]')
    })
    expect(await runOps(target, 'verify', '--all')).toMatchObject({ code: 0 })
    await after.end('SIGTERM')
    expect(await placesWith(textsOfLata, target)).toEqual([])
    recordFigure(task, 'orders acknowledged before a backup under load, all restored', acknowledged.length)
  }, 720_000)

  test('is not restored over another shop, which keeps all its data', async () => {
    const refused = await runOps(target, 'restore', join(drills.folder, `${kind}.backup`))
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('is not empty: a restore never overwrites anything')
    expect((await runOps(target, 'verify', '--all')).code).toBe(0)
  }, 360_000)
})
