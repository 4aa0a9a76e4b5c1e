import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { plantFaultyEvent } from '../../support/event-store/faulty-event.ts'
import type { TestShop } from '../../support/shop/shop.ts'
import { leaveStoppedReplay } from '../../support/projections/stopped-replay.ts'
import { waitingOperations } from '../../support/projections/waiting-work.ts'
import { bodyOf } from './request.ts'

/** Mails, exports and replays, in the state in which an operator may decide about them. */
export function operatedThings(shop: TestShop, placeOrder: () => Promise<{ orderId: string }>) {
  return {
    ...mails(shop, placeOrder),
    finishedExport: once(() => finishedExport(shop)),
    ...replays(shop),
    unreadableEvent: once(() => unreadableEvent(shop)),
  }
}

/** What takes long is made once, for all callers: only the one who may changes it. */
function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let making: Promise<Thing> | undefined
  return () => (making ??= make())
}

const asAdmin = (shop: TestShop, call: string, body?: unknown) => bodyOf(shop, call, { token: shop.adminToken, body })

function mails(shop: TestShop, placeOrder: () => Promise<{ orderId: string }>) {
  const { pool } = shop.shop.infrastructure.database

  /** The mail about a new order, which was sent, or as if it could not be, or had been held after a restore. */
  async function mail(status: 'failed' | 'held' | 'sent'): Promise<{ id: string }> {
    const { orderId } = await placeOrder()
    let rows: { id: string }[] = []
    await eventually(async () => {
      const stream = `order-${orderId}`
      const update = `update notifications set status = $1 where stream = $2 and status = 'sent' returning id`
      ;({ rows } = await pool.query<{ id: string }>(update, [status, stream]))
      expect(rows).toHaveLength(1)
    })
    return { id: rows[0]?.id ?? '' }
  }

  async function countAfterOneMore(state: 'held' | 'failed'): Promise<{ count: number }> {
    await mail(state)
    const { counts } = await asAdmin(shop, 'GET /api/ops/jobs')
    return { count: counts[state] }
  }

  return {
    mail,
    /** The confirmation of a decision about all held or failed mails: how many they are. */
    heldMails: () => countAfterOneMore('held'),
    failedMails: () => countAfterOneMore('failed'),
  }
}

/** An export that the ADMIN has asked for. */
async function finishedExport(shop: TestShop): Promise<{ id: string }> {
  const { id } = await asAdmin(shop, 'POST /api/audit/exports', { format: 'csv', category: 'order' })
  await eventually(async () =>
    expect(await asAdmin(shop, `GET /api/audit/exports/${id}`)).toMatchObject({ status: 'done' }),
  )
  return { id }
}

function replays(shop: TestShop) {
  return {
    stoppedReplay: once(async () => {
      const name = 'orders'
      await leaveStoppedReplay(shop, name)
      return { name }
    }),
    /** A replay that lasts until it is stopped. */
    waitingReplay: once(async () => {
      const name = 'search-synonyms'
      waitingOperations(shop)
        .replay(name)
        .catch(() => undefined)
      await begun(shop, name, 'rebuild')
      return { name }
    }),
    waitingComparison: once(async () => {
      const name = 'search-synonyms'
      waitingOperations(shop)
        .verify(name)
        .catch(() => undefined)
      await begun(shop, name, 'verification')
      return { name }
    }),
    /** A read model whose replaced build is still there. */
    finishedReplay: once(async () => {
      const name = 'service-requests'
      await asAdmin(shop, `POST /api/ops/projections/${name}/replay`)
      await eventually(async () => {
        const { content } = await asAdmin(shop, `GET /api/ops/history?name=${name}`)
        expect(content[0]).toMatchObject({ type: 'ProjectionReplayed', data: { outcome: 'done' } })
      }, 30_000)
      return { name }
    }),
  }
}

async function begun(shop: TestShop, name: string, work: 'rebuild' | 'verification'): Promise<void> {
  await eventually(async () => {
    const { projections } = await asAdmin(shop, 'GET /api/ops/projections')
    expect(projections).toContainEqual(expect.objectContaining({ name, [work]: expect.anything() }))
  }, 30_000)
}

/** What it takes to leave out an event that read models have failed at. */
async function unreadableEvent(shop: TestShop): Promise<{ position: number; reason: string }> {
  const position = await plantFaultyEvent(shop)
  await eventually(async () => {
    const { projections } = await asAdmin(shop, 'GET /api/ops/projections')
    expect(projections).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ event: expect.objectContaining({ position }) }) }),
    )
  }, 30_000)
  return { position, reason: 'planted by a test' }
}
