import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { eventually } from '#test/support/eventually.ts'
import { runOpsApart } from '#test/support/shop/ops-in-process.ts'
import { runOps, type OpsOutcome } from '#test/support/shop/ops-process.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 360_000 })

type Person = Awaited<ReturnType<TestShop['signUp']>>

let shop: TestShop
let product: Awaited<ReturnType<typeof addProducts>>[number]
let asha: Person
let ravi: Person
let ashasOrder: string
let ravisOrder: string
let keptKey: Buffer

const query = (text: string, values: unknown[] = []) => shop.shop.infrastructure.database.pool.query(text, values)

const place = () => ({ DATABASE_URL: shop.shop.infrastructure.databaseUrl, DATA_DIR: shop.dataDir })
const ops = (...parameters: string[]): Promise<OpsOutcome> => runOps(place(), ...parameters)
const verifyOrders = () => runOpsApart(place(), 'verify', 'orders')

async function order(person: Person): Promise<string> {
  const { status, body } = await shop.call('POST', '/api/orders', {
    token: person.accessToken,
    body: orderFor([[product, 1]]),
  })
  expect(status).toBe(201)
  return body.orderId
}

/** As the read model shows it to an admin. */
async function nameIn(orderId: string): Promise<string> {
  const { body } = await shop.call('GET', `/api/orders?text=${orderId}`, { token: shop.adminToken })
  return body.content.find((one: { orderId: string }) => one.orderId === orderId)?.shipping.name
}

async function degraded(): Promise<string[]> {
  const { status, body } = await shop.call('GET', '/health/ready')
  expect(status).toBe(200)
  return body.degraded.map(({ name }: { name: string }) => name)
}

/** The history of Asha's key, as the audit shows it. */
async function recorded(): Promise<[string, string][]> {
  const { body } = await shop.call('GET', `/api/audit/events?stream=personalKey-${asha.id}`, { token: shop.adminToken })
  return body.content.map(({ type, sentence }: { type: string; sentence: string }) => [type, sentence])
}

const followers = ['event-counts', 'event-log', 'orders']

beforeAll(async () => {
  shop = await openTestShop()
  const [added] = await addProducts(shop, [{}])
  if (added === undefined) throw new Error('no product was added')
  product = added
  asha = await shop.signUp('asha')
  ravi = await shop.signUp('ravi')
  ashasOrder = await order(asha)
  ravisOrder = await order(ravi)
  await shop.settled()
})
afterAll(() => shop.close())

describe('a person whose key is lost', () => {
  test('fails the followers of that person’s events, which readiness names, and no other person’s requests', async () => {
    const { rows } = await query('delete from personal_keys where subject = $1 returning wrapped_key', [asha.id])
    keptKey = rows[0].wrapped_key
    await query(`update projection_checkpoints set position = 0, changed_position = 0 where slot = 'live'`)
    await order(ravi)
    await eventually(async () => expect(await degraded()).toEqual(expect.arrayContaining(followers)), 60_000)
    const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
    expect(body.projections.find(({ name }: { name: string }) => name === 'orders').error.message).toMatch(
      new RegExp(`the key of ${asha.id} is lost.*npm run ops -- accept-lost-key ${asha.id}`),
    )
  })

  test('ends a replay and a verification with one line that names the remedy', async () => {
    const replayed = await ops('replay', 'orders')
    expect(replayed.code).toBe(1)
    expect(replayed.stderr).toMatch(new RegExp(`position \\d+ .*accept-lost-key ${asha.id}\n$`))
    expect(replayed.stderr).not.toContain('    at ')
    const verified = await verifyOrders()
    expect(verified).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /not compared: \d+ events from .*\n +orders has failed at position \d+ \(OrderPlaced/,
      ),
    })
  })

  test('is named by a dry run, which changes nothing', async () => {
    const { code, stdout } = await ops('accept-lost-key', asha.loginUserName)
    expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`${asha.id} +${asha.loginUserName} +1 +1 `))])
    expect(stdout).toContain('Nothing was changed')
    expect(await degraded()).toContain('orders')
    expect(await ops('accept-lost-key', ravi.loginUserName)).toMatchObject({ code: 1 })
    expect(await ops('accept-lost-key')).toMatchObject({ code: 1, stderr: expect.stringContaining('--all') })
  })

  test('is not accepted if more than 5 % of all persons are lost, unless their number is confirmed', async () => {
    for (const confirmation of [['--yes'], ['--yes-all', '2']]) {
      const refused = await ops('accept-lost-key', '--all', ...confirmation, '--reason', 'a failed disk')
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/more than 5 %.*DATABASE_URL.*--yes-all 1/),
      })
    }
    expect(await ops('accept-lost-key', '--all', '--yes-all', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--reason'),
    })
    expect(await query('select from personal_keys_lost')).toMatchObject({ rowCount: 0 })
  })

  test('reads as erased once accepted, while all followers continue on their own and the log records who accepted it and why', async () => {
    const accepted = await ops('accept-lost-key', '--all', '--yes-all', '1', '--reason', 'a failed disk', '--json')
    expect(accepted).toMatchObject({ code: 0 })
    expect(JSON.parse(accepted.stdout)).toMatchObject({ accepted: true, lost: [{ subject: asha.id, events: 1 }] })
    await eventually(async () => expect(await degraded()).toEqual([]), 60_000)
    await shop.settled()
    await eventually(async () => expect(await nameIn(ashasOrder)).toBe('[erased]'), 60_000)
    expect(await nameIn(ravisOrder)).toBe('Asha Rao')
    const history = await shop.call('GET', `/api/orders/${ashasOrder}/history`, { token: shop.adminToken })
    expect(history.text).toContain('[erased]')
    expect(await recorded()).toEqual([
      ['PersonalKeyLost', expect.stringMatching(/accepted the loss of the key of .*: a failed disk/)],
    ])
    await eventually(async () => expect((await verifyOrders()).code).toBe(0), 60_000)
  })

  test('can order again, under a new key', async () => {
    const again = await order(asha)
    await shop.settled()
    expect(await nameIn(again)).toBe('Asha Rao')
    expect(await nameIn(ashasOrder)).toBe('[erased]')
    await shop.call('DELETE', `/api/orders/${again}`, { token: asha.accessToken })
  })

  test('can be read again when the key returns, before and after the loss', async () => {
    const again = await order(asha)
    await query(
      `insert into personal_keys (subject, wrapped_key) values ($1, $2)
       on conflict (subject) do update set wrapped_key = excluded.wrapped_key, erased_at = null`,
      [asha.id, keptKey],
    )
    const { stdout } = await ops('accept-lost-key', '--all')
    expect(stdout).toContain('The keys of all')
    await eventually(async () => expect(await nameIn(ashasOrder)).toBe('Asha Rao'), 60_000)
    expect(await nameIn(again)).toBe('Asha Rao')
    const events = await recorded()
    expect(events.map(([type]) => type)).toEqual(['PersonalKeyReturned', 'PersonalKeyLost'])
    // The running shop checks every ten seconds: the command reports what it has noticed first.
    const isByShop = events[0]?.[1].startsWith(`${systemActor.name} `)
    expect(stdout.includes(`${asha.id}: the key was restored`)).toBe(!isByShop)
    await eventually(async () => expect((await verifyOrders()).code).toBe(0), 60_000)
  })
})
