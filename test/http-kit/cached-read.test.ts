import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import { defineRoute, type Receiver, type Route } from '#core/http/routing/route.ts'
import { call, openKit, rawExchange, userAccount, type Kit } from './kit.ts'

const projection = 'things'

/** The content of the read model, and how often it was read. */
const model = { text: 'first', reads: 0, hold: Promise.resolve() }
/** The sessions that a response was sent to. */
const sentTo: string[] = []

const Search = Type.Object({ text: Type.String(), kind: Type.Optional(Type.String()) })
const Found = Type.Object({ text: Type.String() })

const onSend = ({ session }: Receiver) => void sentTo.push(session)

async function read() {
  model.reads += 1
  await model.hold
  return { status: 200, body: { text: model.text }, onSend }
}

const common = { tag: 'Things', summary: 'A cached read', access: 'everyone', cachedBy: projection } as const

const routes: Route[] = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/things',
    query: Type.Object({ page: Type.Integer({ default: 0 }) }),
    responses: { 200: Found },
    handle: read,
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/things/{id}',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: Found },
    async handle({ params }) {
      if (params.id === 'gone') throw new Rejection('not-found', 'Gone')
      return { ...(await read()), revision: 4 }
    },
  }),
  defineRoute({
    ...common,
    method: 'PUT',
    path: '/api/things/search',
    body: Search,
    responses: { 200: Found },
    handle: read,
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/both',
    cachedBy: [projection, 'words'],
    responses: { 200: Found },
    handle: read,
  }),
]

let kit: Kit

beforeEach(async () => {
  Object.assign(model, { text: 'first', reads: 0, hold: Promise.resolve() })
  sentTo.length = 0
  kit = await openKit(routes)
  kit.positions.moveTo(projection, 1)
})
afterEach(() => kit.stop())

const get = (path: string, headers: Record<string, string> = {}) => call(kit, `GET ${path}`, { headers })
const search = (body: unknown, headers: Record<string, string> = {}) =>
  call(kit, 'PUT /api/things/search', { body, headers })

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
    kit.positions.moveTo(projection, 2)
    expect((await get('/api/things')).body).toEqual({ text: 'second' })
    expect(model.reads).toBe(2)
  })

  test('of two read models is repeated once either has changed, and not cached while either position is unknown', async () => {
    expect(await readsAfter(() => undefined)).toBe(2)
    expect(await readsAfter(() => kit.positions.moveTo('words', 1))).toBe(1)
    expect(await readsAfter(() => kit.positions.moveTo('words', 2))).toBe(1)
    expect(await readsAfter(() => kit.positions.moveTo(projection, 2))).toBe(1)
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
    kit.positions.forget(projection)
    await get('/api/things')
    await get('/api/things')
    expect(model.reads).toBe(3)
  })

  test('is answered from memory while the database does not respond, and never older than the known position', async () => {
    await get('/api/things')
    await get('/api/things?page=1')
    model.text = 'second'
    kit.positions.moveTo(projection, 2)
    await get('/api/things')
    kit.positions.forget(projection)
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
    const tokens = [undefined, 'garbage', await kit.tokenOf(userAccount.id)]
    const answers = await Promise.all(tokens.map((token) => call(kit, 'GET /api/things', { token })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('its response', () => {
  test('is the same from memory as it was at first, except for the id of the request', async () => {
    const seen = ({ headers, ...answer }: Awaited<ReturnType<typeof get>>) => ({
      ...answer,
      headers: [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
    })
    const [first, second] = [await get('/api/things'), await get('/api/things')]
    expect(seen(second)).toEqual(seen(first))
    expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'))
    expect(second.headers.get('Cache-Control')).toBe('public, no-cache')
    expect(second.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const head = await call(kit, 'HEAD /api/things')
    expect(head.headers.get('Content-Length')).toBe(String(first.text.length))
    expect(head.text).toBe('')
  })

  test('reuses a request id, and is logged and measured', async () => {
    const id = '0198f0c2-7b5e-7d30-8a11-0123456789ab'
    await get('/api/things')
    const answer = await get('/api/things?page=0', { 'X-Request-Id': id })
    const again = await get('/api/things', { 'X-Request-Id': id })
    expect([answer, again].map(({ headers }) => headers.get('X-Request-Id'))).toEqual([id, id])
    const lines = kit.logged.filter((line) => line['id'] === id)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ method: 'GET', route: '/api/things', status: 200, ms: expect.any(Number) })
    expect(await kit.metrics.registry.metrics()).toContain('method="GET",route="/api/things",status="200"} 3')
  })

  test('carries a strong ETag of its content, and is a 304 for a client that has it', async () => {
    const etag = (await get('/api/things')).headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const sent of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const answer = await get('/api/things', { 'If-None-Match': sent })
      expect(answer.status).toBe(304)
      expect(answer.text).toBe('')
      expect(answer.headers.get('ETag')).toBe(etag)
    }
    expect((await get('/api/things?p%61ge=0', { 'If-None-Match': etag })).status).toBe(304)
    expect((await get('/api/things', { 'If-None-Match': '"other"' })).status).toBe(200)
    kit.positions.moveTo(projection, 2)
    expect((await get('/api/things', { 'If-None-Match': etag })).status).toBe(304)
    model.text = 'second'
    kit.positions.moveTo(projection, 3)
    expect((await get('/api/things', { 'If-None-Match': etag })).status).toBe(200)
    const found = await search({ text: 'a' })
    expect((await search({ text: 'a' }, { 'If-None-Match': found.headers.get('ETag') ?? '' })).status).toBe(304)
  })

  test('of one resource has its revision as ETag, and is sent unchanged', async () => {
    model.text = 'x'.repeat(5_000)
    const accepting = { 'Accept-Encoding': 'gzip, br' }
    for (const _ of [1, 2]) {
      const answer = await get('/api/things/a', accepting)
      expect(answer.headers.get('ETag')).toBe('"4"')
      expect(answer.headers.get('Content-Encoding')).toBeNull()
    }
    expect((await get('/api/things/a', { 'If-None-Match': '"4"' })).status).toBe(304)
  })

  test('is compressed once per encoding, each with an ETag of its own', async () => {
    model.text = 'x'.repeat(5_000)
    const codings = ['identity', 'gzip', 'br', 'gzip']
    const answers = []
    for (const coding of codings) answers.push(await get('/api/things', { 'Accept-Encoding': coding }))
    expect(answers.map(({ headers }) => headers.get('Content-Encoding'))).toEqual([null, 'gzip', 'br', 'gzip'])
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(3)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    for (const { headers } of answers) {
      expect(headers.get('Vary')).toBe('Accept-Encoding')
      const again = await get('/api/things', { 'Accept-Encoding': 'br', 'If-None-Match': headers.get('ETag') ?? '' })
      expect(again.status).toBe(304)
    }
    expect(model.reads).toBe(1)
  })

  test('does not bypass the rule for every request: it has one host', async () => {
    await get('/api/things')
    const twice = 'GET /api/things HTTP/1.1\r\nHost: shop\r\nHost: evil\r\nConnection: close\r\n\r\n'
    expect((await rawExchange(kit.port, twice)).status).toBe(400)
  })

  test('waits for the position that the client has seen', async () => {
    await get('/api/things')
    kit.positions.moveTo(projection, 5)
    expect((await get('/api/things', { 'X-Min-Position': '5' })).status).toBe(200)
    const answer = await get('/api/things', { 'X-Min-Position': '6' })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('2')
  })
})

test('responses to other origins have their CORS headers from memory too', async () => {
  const open = await openKit(routes, { corsOrigins: ['https://partner.example'] })
  open.positions.moveTo(projection, 1)
  const from = async (origin: string) =>
    (await call(open, 'GET /api/things', { headers: { Origin: origin } })).headers.get('Access-Control-Allow-Origin')
  for (const _ of [1, 2]) {
    expect(await from('https://partner.example')).toBe('https://partner.example')
    expect(await from('https://evil.example')).toBeNull()
  }
  const { headers } = await call(open, 'GET /api/things')
  expect(headers.get('Vary')).toContain('Origin')
  await open.stop()
})
