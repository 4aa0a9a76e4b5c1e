import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Reply } from '#core/http/routing/route.ts'
import { idempotencyStage } from './idempotency-stage.ts'
import { adminAccount, staffAccount } from './kit.ts'

const stage = idempotencyStage()
const { order, orderElsewhere, pass, settled, openProcess, runs, script, retries, commandIds } = stage

describe('the same key', () => {
  test('and body get the first response again, byte for byte, with its headers, in every process', async () => {
    const first = await order({ key: 'k1' })
    expect(first).toMatchObject({ status: 201, body: { orderId: 'ORD1' } })
    await settled()
    for (const at of [stage.kit, stage.other]) {
      const again = await order({ key: 'k1', at })
      expect([again.status, again.text]).toEqual([first.status, first.text])
      for (const name of ['ETag', 'X-Event-Position', 'Content-Type', 'Cache-Control']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name))
      }
      expect(again.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'))
    }
    expect(runs).toHaveLength(1)
  })

  test('works under every path of the call, and ignores fields without meaning', async () => {
    await order({ key: 'k1' })
    await order({ key: 'k1', path: '/api/book', body: { text: 'a', date: 'now' } })
    expect(runs).toHaveLength(1)
  })

  test('with another body is refused', async () => {
    await order({ key: 'k1' })
    const answer = await order({ key: 'k1', body: { text: 'b' } })
    expect(answer).toMatchObject({ status: 422, body: { title: 'Idempotency key reused' } })
    expect(runs).toHaveLength(1)
  })

  test('of another account, another call or another resource is another key', async () => {
    await order({ key: 'k1' })
    await order({ key: 'k1', by: staffAccount.id })
    await order({ key: 'k1', path: '/api/requests' })
    await order({ key: 'k1', path: '/api/things/1', by: adminAccount.id })
    await order({ key: 'k1', path: '/api/things/2', by: adminAccount.id })
    expect(runs).toHaveLength(5)
    expect(commandIds()).toBe(5)
  })

  test('while the first is running gets 409 at first, then its response', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    script.answer = () => promise
    const first = order({ key: 'k1' })
    while (runs.length === 0) await new Promise(setImmediate)
    for (const at of [stage.kit, stage.other]) {
      const early = await order({ key: 'k1', at })
      expect([early.status, early.headers.get('Retry-After')]).toEqual([409, '1'])
    }
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
    resolve({ status: 201, body: 'done' })
    expect((await first).text).toBe('"done"')
    expect((await orderElsewhere({ key: 'k1' })).text).toBe('"done"')
    expect(runs).toHaveLength(1)
  })

  test('sent fifty times concurrently runs once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => order({ key: 'k1', at: index % 2 === 0 ? stage.kit : stage.other })),
    )
    expect(runs).toHaveLength(1)
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
  })

  test('many concurrent keys all run', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => order({ key: `k${index}` })))
    expect([new Set(answers.map(({ text }) => text)).size, commandIds()]).toEqual([60, 60])
  })

  test('is answered while its response is being stored, by this process at once, by the others a moment later', async () => {
    const first = await order({ key: 'k1' })
    const [here, there] = await Promise.all([order({ key: 'k1' }), orderElsewhere({ key: 'k1' })])
    expect([here.text, there.text]).toEqual([first.text, first.text])
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
  })

  test('expires after 72 hours', async () => {
    await order({ key: 'k1' })
    await pass('71 hours')
    await order({ key: 'k1' })
    expect(runs).toHaveLength(1)
    await pass('2 hours')
    await order({ key: 'k1', body: { text: 'b' } })
    expect(runs).toHaveLength(2)
    expect(commandIds()).toBe(2)
    expect(runs[1]?.isRetry).toBe(false)
  })

  test.each(['', ' ', 'a b', 'a\tb', 'x'.repeat(129), 'ключ'].map((key) => [key]))('is rejected as %j', async (key) => {
    const sent = Buffer.from(key).toString('latin1')
    expect((await order({ key: sent })).status).toBe(400)
    expect(runs).toHaveLength(0)
  })

  test('is optional: every request without one is a command of its own', async () => {
    await order()
    await order()
    expect(commandIds()).toBe(2)
  })
})

describe('an order’s own id', () => {
  const body = { text: 'a', orderId: 'ORD12345678' }

  test('works the same way without the header', async () => {
    const first = await order({ body })
    expect((await orderElsewhere({ body })).text).toBe(first.text)
    expect(runs).toHaveLength(1)
  })

  test('with another body, or of another buyer, is another order', async () => {
    await order({ body })
    expect((await order({ body: { ...body, text: 'b' } })).status).toBe(201)
    expect((await order({ body, by: staffAccount.id })).status).toBe(201)
    expect(commandIds()).toBe(3)
  })
})

describe('a stored response', () => {
  test('cannot be read from the table alone', async () => {
    await order({ key: 'marked-key', body: { text: 'marked-body', orderId: 'ORD12345678' } })
    await settled()
    const { rows } = await sql<{ row: string }>`
      select scope::text || body_hash::text || encode(answer, 'escape') || k::text as row from idempotency_keys k`.execute(
      stage.database.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toMatch(/marked|ORD|asha/)
  })

  test('is run again under the same id if it was encrypted with a lost key', async () => {
    await order({ key: 'k1' })
    await settled()
    const rotated = await openProcess(8)
    expect((await order({ key: 'k1', at: rotated })).status).toBe(201)
    await rotated.stop()
    expect(commandIds()).toBe(1)
    expect(retries()).toEqual([false, true])
  })
})
