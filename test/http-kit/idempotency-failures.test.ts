import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import { newId } from '#core/domain/ids.ts'
import { idempotencyStore } from '#core/http/idempotency/store.ts'
import type { Reply } from '#core/http/routing/route.ts'
import { idempotencyStage } from './idempotency-stage.ts'

const stage = idempotencyStage()
const { order, pass, settled, runs, script, retries, commandIds } = stage
const outage = () => new EngineUnavailable('event store', { outcome: 'unknown' })

describe('a failure', () => {
  test('with an unknown outcome keeps the command id, under which the next attempt finds it', async () => {
    script.answer = () => Promise.reject(outage())
    expect((await order({ key: 'k1' })).status).toBe(503)
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
    script.answer = () => ({ status: 201, body: 'done' })
    expect((await order({ key: 'k1', at: stage.other })).status).toBe(201)
    expect(retries()).toEqual([false, true])
    expect(commandIds()).toBe(1)
  })

  test('while the database is unavailable too is not mistaken for a running try once it is back', async () => {
    script.answer = async () => {
      await sql`alter table idempotency_keys rename to idempotency_keys_away`.execute(stage.database.db)
      throw outage()
    }
    expect((await order({ key: 'k1' })).status).toBe(503)
    expect((await order({ key: 'k1' })).status).toBe(500)
    await sql`alter table idempotency_keys_away rename to idempotency_keys`.execute(stage.database.db)
    script.answer = () => ({ status: 201, body: 'done' })
    expect((await order({ key: 'k1' })).status).toBe(201)
    expect(retries()).toEqual([false, true])
    expect(commandIds()).toBe(1)
  })

  test('that is stored late ends no other command that has taken over the key', async () => {
    const store = idempotencyStore(stage.database.pool, { isDurable: true })
    const key = { scope: Buffer.from('k1'), bodyHash: Buffer.from('a') }
    const reserve = () => store.reserve({ ...key, commandId: newId() })
    const first = await reserve()
    if (first.kind !== 'turn') throw new Error('the key is new')
    await store.remove(first.turn)
    expect(await reserve()).toMatchObject({ kind: 'turn', turn: { attempt: 1 } })
    await store.remove(first.turn)
    await store.release(first.turn)
    expect(await reserve()).toMatchObject({ kind: 'running' })
  })

  test('of the process is taken over when its lease has expired, under the same id', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    script.answer = () => promise
    const lost = order({ key: 'k1' })
    while (runs.length === 0) await new Promise(setImmediate)
    await pass('16 seconds')
    script.answer = () => ({ status: 201, body: 'by the second' })
    expect((await order({ key: 'k1', at: stage.other })).status).toBe(201)
    expect(retries()).toEqual([false, true])
    expect(commandIds()).toBe(1)
    resolve({ status: 201, body: 'by the first, woken late' })
    await lost
    await settled()
    expect((await order({ key: 'k1' })).body).toBe('by the second')
  })

  test('that is a refusal leaves the key unused', async () => {
    script.answer = () => Promise.reject(new Rejection('conflict', 'The price is another now'))
    expect((await order({ key: 'k1' })).status).toBe(409)
    script.answer = () => ({ status: 201, body: 'done' })
    expect((await order({ key: 'k1', body: { text: 'with the new price' } })).status).toBe(201)
    expect(retries()).toEqual([false, false])
  })

  test('that is a refusal of a repetition keeps the key bound to its command', async () => {
    script.answer = () => Promise.reject(outage())
    await order({ key: 'k1' })
    script.answer = () => Promise.reject(new Rejection('conflict', 'Already there'))
    expect((await order({ key: 'k1' })).status).toBe(409)
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
    expect(commandIds()).toBe(1)
  })

  test('of the input does not use up the key', async () => {
    expect((await order({ key: 'k1', body: {} })).status).toBe(400)
    expect((await order({ key: 'k1' })).status).toBe(201)
  })
})
