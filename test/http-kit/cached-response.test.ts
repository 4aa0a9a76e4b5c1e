import { describe, expect, test } from 'vitest'
import { cachedRoutes, cachedStage, model, projection } from './cached-stage.ts'
import { call, openKit, rawExchange } from './kit.ts'

const { kit, get, search } = cachedStage()

describe('the response of a cached read', () => {
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
    const head = await call(kit(), 'HEAD /api/things')
    expect(head.headers.get('Content-Length')).toBe(String(first.text.length))
    expect(head.text).toBe('')
  })

  test('reuses a request id, and is logged and measured', async () => {
    const id = '0198f0c2-7b5e-7d30-8a11-0123456789ab'
    await get('/api/things')
    const answer = await get('/api/things?page=0', { 'X-Request-Id': id })
    const again = await get('/api/things', { 'X-Request-Id': id })
    expect([answer, again].map(({ headers }) => headers.get('X-Request-Id'))).toEqual([id, id])
    const lines = kit().logged.filter((line) => line['id'] === id)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ method: 'GET', route: '/api/things', status: 200, ms: expect.any(Number) })
    expect(await kit().metrics.registry.metrics()).toContain('method="GET",route="/api/things",status="200"} 3')
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
    kit().positions.moveTo(projection, 2)
    expect((await get('/api/things', { 'If-None-Match': etag })).status).toBe(304)
    model.text = 'second'
    kit().positions.moveTo(projection, 3)
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
    expect((await rawExchange(kit().port, twice)).status).toBe(400)
  })

  test('waits for the position that the client has seen', async () => {
    await get('/api/things')
    kit().positions.moveTo(projection, 5)
    expect((await get('/api/things', { 'X-Min-Position': '5' })).status).toBe(200)
    const answer = await get('/api/things', { 'X-Min-Position': '6' })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('2')
  })
})

test('responses to other origins have their CORS headers from memory too', async () => {
  const open = await openKit(cachedRoutes, { corsOrigins: ['https://partner.example'] })
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
