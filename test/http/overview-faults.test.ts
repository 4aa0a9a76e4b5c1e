import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let first: TestShop
let shop: TestShop

/** A shop whose API alone runs, so that no one sends a mail or catches up with the log. */
beforeAll(async () => {
  first = await openTestShop()
  await first.settled()
  const { databaseUrl } = first.shop.infrastructure
  shop = await openTestShop({ DATABASE_URL: databaseUrl, DATA_DIR: first.dataDir }, { roles: ['api'] })
  await first.shop.stop()
})
afterAll(async () => {
  await shop.close()
  await first.close()
})

const asAdmin = async (path: string) => (await shop.call('GET', path, { token: shop.adminToken })).body
const waiting = async () => (await asAdmin('/api/overview')).waiting
const db = () => shop.shop.infrastructure.database.db

test('the overview counts the failed and the held mails that their lists have, and no others', async () => {
  expect(await waiting()).toMatchObject({ mailsFailed: 0, mailsHeld: 0 })
  const statuses = ['failed', 'held', 'failed', 'queued', 'sent', 'cancelled', 'held', 'failed']
  for (const [place, status] of statuses.entries())
    await sql`
      insert into notifications (id, event_id, channel, kind, stream, revision, event_at, created_at, status, attempts)
      values (${`m${place}`}, gen_random_uuid(), 'email', 'order-placed', ${`order-${place}`}, 0, now(), now(), ${status},
        0)`.execute(db())
  const { mailsFailed, mailsHeld } = await waiting()
  expect({ mailsFailed, mailsHeld }).toEqual({ mailsFailed: 3, mailsHeld: 2 })
  expect((await asAdmin('/api/ops/jobs?status=failed')).totalElements).toBe(mailsFailed)
  expect((await asAdmin('/api/ops/jobs?status=held')).totalElements).toBe(mailsHeld)
})

/** The read models and reactors in this state, as the operations page lists them. */
async function namesIn(status: string): Promise<string[]> {
  const { projections, reactors }: Record<string, { name: string; status: string }[]> =
    await asAdmin('/api/ops/projections')
  const all = [...(projections ?? []), ...(reactors ?? [])]
  return all.filter((one) => one.status === status).map(({ name }) => name)
}

const put = (status: string, names: readonly string[]) =>
  sql`
    update projection_checkpoints set status = ${status}
    where slot = 'live' and name in (${sql.join(names)})`.execute(db())

test('the overview counts the read models and reactors that lag or failed as their list has them', async () => {
  expect(await waiting()).toMatchObject({ readModelsBehind: 0, readModelsFailed: 0 })
  await put('catching-up', ['carts', 'orders', 'mails'])
  await put('failed', ['sales', 'unanswered-requests'])
  const { readModelsBehind, readModelsFailed } = await waiting()
  expect({ readModelsBehind, readModelsFailed }).toEqual({ readModelsBehind: 3, readModelsFailed: 2 })
  expect(await namesIn('catching-up')).toEqual(['carts', 'orders', 'mails'])
  expect(await namesIn('failed')).toEqual(['sales', 'unanswered-requests'])
})
