import { describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { cachedStage, model, projection, sentTo } from './cached-stage.ts'
import { call, userAccount } from './kit.ts'

const { kit, get, search } = cachedStage()

/** How often the read model is read for two requests after a move of the positions. */
async function readsAfter(move: () => void): Promise<number> {
  const before = model.reads
  move()
  for (const _ of [1, 2]) await get('/api/both')
  return model.reads - before
}

describe('a cached read', () => {
  test('reads the read model once, until an event changes it', async () => {
    for (const _ of [1, 2, 3]) expect((await get('/api/things')).body).toEqual({ text: 'first' })
    model.text = 'second'
    expect((await get('/api/things')).body).toEqual({ text: 'first' })
    expect(model.reads).toBe(1)
    kit().positions.moveTo(projection, 2)
    expect((await get('/api/things')).body).toEqual({ text: 'second' })
    expect(model.reads).toBe(2)
  })

  test('of two read models is repeated once either has changed, and not cached while either position is unknown', async () => {
    expect(await readsAfter(() => undefined)).toBe(2)
    expect(await readsAfter(() => kit().positions.moveTo('words', 1))).toBe(1)
    expect(await readsAfter(() => kit().positions.moveTo('words', 2))).toBe(1)
    expect(await readsAfter(() => kit().positions.moveTo(projection, 2))).toBe(1)
    expect(await readsAfter(() => undefined)).toBe(0)
  })

  test('is the same read however its address is written', async () => {
    for (const path of ['/api/things', '/api/things?page=0', '/api/things?', '/api/things?%70age=0']) await get(path)
    expect(model.reads).toBe(1)
    await get('/api/things?page=1')
    expect(model.reads).toBe(2)
  })

  test('of a body is cached by the content of the request body', async () => {
    await search({ text: 'a' })
    await search({ text: 'a' })
    await search({ text: 'a', unknown: 1 })
    expect(model.reads).toBe(1)
    await search({ text: 'a', kind: 'b' })
    expect(model.reads).toBe(2)
  })

  test('is shared by concurrent requests', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    model.hold = promise
    const both = [get('/api/things?page=7'), get('/api/things?p%61ge=7')]
    while (model.reads === 0) await new Promise(setImmediate)
    resolve()
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
    expect(model.reads).toBe(1)
  })

  test('is recorded each time it is sent, with the session that it is sent to', async () => {
    const inFirefox = { 'User-Agent': 'Firefox' }
    const { promise, resolve } = Promise.withResolvers<void>()
    model.hold = promise
    const both = [search({ text: 'a' }, inFirefox), search({ text: 'a' }, { 'User-Agent': 'Chromium' })]
    while (model.reads === 0) await new Promise(setImmediate)
    resolve()
    await Promise.all(both)
    await search({ text: 'a' }, inFirefox)
    await search({ text: 'a' }, { ...inFirefox, Authorization: 'Bearer of another session' })
    await search({ text: 1 })
    expect(model.reads).toBe(1)
    expect(sentTo).toHaveLength(4)
    expect(new Set(sentTo).size).toBe(3)
    expect(sentTo.join(' ')).not.toContain('127.0.0.1')
  })

  test('is not cached while the position of the read model is unknown', async () => {
    await get('/api/things')
    kit().positions.forget(projection)
    await get('/api/things')
    await get('/api/things')
    expect(model.reads).toBe(3)
  })

  test('is answered from memory while the database does not respond, and never older than the known position', async () => {
    await get('/api/things')
    await get('/api/things?page=1')
    model.text = 'second'
    kit().positions.moveTo(projection, 2)
    await get('/api/things')
    kit().positions.forget(projection)
    const away = Promise.reject(new EngineUnavailable('database'))
    away.catch(() => undefined)
    model.hold = away
    expect((await get('/api/things')).body).toEqual({ text: 'second' })
    expect((await get('/api/things?page=1')).status).toBe(503)
    expect((await get('/api/things', { 'X-Min-Position': '2' })).status).toBe(503)
    const silence = Promise.withResolvers<void>()
    model.hold = silence.promise
    expect((await get('/api/things')).body).toEqual({ text: 'second' })
    silence.resolve()
    Object.assign(model, { text: 'third', hold: Promise.resolve() })
    await expect.poll(async () => (await get('/api/things')).body).toEqual({ text: 'third' })
  })

  test('of something that does not exist is repeated', async () => {
    for (const _ of [1, 2]) expect((await get('/api/things/gone')).status).toBe(404)
  })

  test('with an invalid request is refused, even if the valid one is in memory', async () => {
    await search({ text: 'a' })
    expect((await search({ text: 1 })).status).toBe(400)
    expect((await search('{')).status).toBe(400)
    expect((await search({ text: 'a' }, { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await get('/api/things?page=x')).status).toBe(400)
    expect((await get('/api/things?page=x')).status).toBe(400)
  })

  test('is the same for every caller, whatever token is sent', async () => {
    const tokens = [undefined, 'garbage', await kit().tokenOf(userAccount.id)]
    const answers = await Promise.all(tokens.map((token) => call(kit(), 'GET /api/things', { token })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})
