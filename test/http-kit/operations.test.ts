import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchReadiness, type Degradation, type ReadinessCheck } from '#core/http/server/health.ts'
import { createMetrics } from '#core/telemetry/metrics.ts'
import { defineRoute } from '#core/http/routing/route.ts'
import { call, openKit, userAccount, type Kit } from './kit.ts'
import { echoRoutes, failingRoutes, guardedRoutes } from './routes.ts'

const state: { missing: string | undefined; degraded: () => Promise<readonly Degradation[]> } = {
  missing: undefined,
  degraded: () => Promise.resolve([]),
}
const checks: ReadinessCheck[] = [
  { name: 'database', missing: () => Promise.resolve(undefined) },
  { name: 'search index', missing: () => Promise.resolve(undefined), degraded: () => state.degraded() },
  { name: 'projections', missing: () => Promise.resolve(state.missing) },
  {
    name: 'event store',
    missing: () =>
      state.missing === undefined ? Promise.resolve(undefined) : Promise.reject(new Error('at 10.0.0.7')),
  },
]

let kit: Kit

beforeAll(async () => {
  kit = await openKit([...echoRoutes(), ...guardedRoutes(), ...failingRoutes()], { health: checks })
})
afterAll(() => kit.stop())

describe('health', () => {
  test('is live as soon as the process listens', async () => {
    expect(await call(kit, 'GET /health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
  })

  test('is ready when nothing is missing, and otherwise names what is', async () => {
    expect(await call(kit, 'GET /health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
    state.missing = '3,000 events behind'
    const answer = await call(kit, 'GET /health/ready')
    state.missing = undefined
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('2')
    expect(answer.body).toMatchObject({
      status: 'not-ready',
      missing: [
        { name: 'projections', missing: '3,000 events behind' },
        { name: 'event store', missing: 'does not answer' },
      ],
    })
    expect(answer.text).not.toContain('10.0.0.7')
  })

  test('stays ready while something is degraded, and names it with its remedy', async () => {
    const absent = { name: 'search index', reason: 'does not answer', remedy: 'Start it.' }
    state.degraded = () => Promise.resolve([absent])
    const ready = await call(kit, 'GET /health/ready')
    state.missing = '3,000 events behind'
    const notReady = await call(kit, 'GET /health/ready')
    state.missing = undefined
    state.degraded = () => Promise.resolve([])
    expect([ready.status, ready.body.status, ready.body.degraded]).toEqual([200, 'ready', [absent]])
    expect([notReady.status, notReady.body.degraded]).toEqual([503, [absent]])
    expect((await call(kit, 'GET /health/ready')).body.degraded).toEqual([])
  })

  test('reports a degradation if a check fails, without the message of the failure', async () => {
    state.degraded = () => Promise.reject(new Error('at 10.0.0.7'))
    const { status, body, text } = await call(kit, 'GET /health/ready')
    state.degraded = () => Promise.resolve([])
    expect([status, body.degraded]).toMatchObject([200, [{ name: 'search index', reason: 'its state is not known' }]])
    expect(text).not.toContain('10.0.0.7')
  })
})

describe('metrics', () => {
  test('count requests by the template of their path, never by what was sent', async () => {
    await call(kit, 'GET /api/things/secret-name')
    await call(kit, 'GET /api/nothing-of-that-kind')
    const { text, headers } = await call(kit, 'GET /metrics')
    expect(headers.get('Content-Type')).toContain('text/plain')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/things/{id}",status="200"} 1')
    expect(text).toContain('route="unknown",status="404"')
    expect(text).not.toMatch(/secret-name|nothing-of-that-kind/)
  })

  test('report which conditions of readiness are met and what is degraded', async () => {
    const metrics = createMetrics({ ofProcess: false })
    watchReadiness(metrics, checks)
    state.missing = '3,000 events behind'
    state.degraded = () => Promise.resolve([{ name: 'mails', reason: '3 are held', remedy: 'Decide.' }])
    const text = await metrics.registry.metrics()
    state.missing = undefined
    state.degraded = () => Promise.resolve([])
    expect(text).toContain('shop_ready{check="database"} 1')
    expect(text).toContain('shop_ready{check="projections"} 0')
    expect(text).toContain('shop_degraded{name="mails"} 1')
    expect(await metrics.registry.metrics()).not.toContain('shop_degraded{')
  })
})

describe('the log', () => {
  test('has one line per request, without query, body, token, name or address', async () => {
    const id = '0198f0c2-7b5e-7d30-8a11-0123456789ab'
    const token = await kit.tokenOf(userAccount.id)
    const headers = { 'X-Request-Id': id, 'User-Agent': 'marked-agent' }
    await call(kit, 'POST /api/things?text=marked-query', { body: { title: 'marked-body', qty: 1 }, token, headers })
    const lines = kit.logged.filter((line) => line['id'] === id)
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        pid: process.pid,
        id,
        method: 'POST',
        route: '/api/things',
        status: 201,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
    expect(JSON.stringify(kit.logged)).not.toMatch(/marked|127\.0\.0\.1|asha/i)
  })
})

describe('the description', () => {
  type Operation = {
    operationId: string
    security: unknown[]
    responses: Record<string, unknown>
    parameters: { name: string }[]
  }

  test('includes every call, under every path, with its rules', async () => {
    const { body, headers } = await call(kit, 'GET /api/openapi.json')
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/api/things', '/api/stuff', '/health/ready']))
    const paths: Record<string, Operation>[] = Object.values(body.paths)
    const operations = paths.flatMap((path) => Object.values(path))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    expect(body.paths['/api/guarded/theirs'].get.security).toEqual([{ bearer: ['ADMIN'] }])
    expect(body.paths['/api/things'].get.parameters).toContainEqual({
      name: 'size',
      in: 'query',
      required: false,
      description: 'Entries of one page',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'Entries of one page' },
    })
    const { post } = body.paths['/api/things']
    expect(post.requestBody.content['application/json'].example).toMatchObject({ title: 'Monitor', qty: 1 })
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['201', '400', '413', '415', '500', '503']))
    expect([post.responses['201'].description, post.responses['400'].description]).toEqual(['Created', 'Invalid input'])
    expect(JSON.stringify(body)).not.toMatch(/"message":"|~/)
  })

  test('has a page with every call that loads nothing from elsewhere and runs nothing inline', async () => {
    const page = await call(kit, 'GET /api/docs')
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe-inline')
    expect(page.text).not.toMatch(/ style=| on\w+=|<style|<script(?! src="\/)/)
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, url]) => url ?? '')
    for (const url of loaded) expect((await call(kit, `GET ${url}`)).status).toBe(200)
    expect(loaded.every((url) => url.startsWith('/api/'))).toBe(true)
    const { body } = await call(kit, 'GET /api/openapi.json')
    for (const path of Object.keys(body.paths)) expect(page.text).toContain(`<code>${path}</code>`)
    expect(page.text).toContain('id="problem-conflict"')
  })

  test('escapes the texts of a route', async () => {
    const odd = await openKit([
      defineRoute({
        method: 'GET',
        path: '/api/odd',
        tag: '<script>alert(1)</script>',
        summary: `"><img src=x onerror='x'>`,
        access: 'everyone',
        responses: { 200: Type.String({ examples: ['</code><script>'] }) },
        handle: () => ({ status: 200, body: '' }),
      }),
    ])
    const { text } = await call(odd, 'GET /api/docs')
    expect(text).not.toMatch(/<script>|<img/)
    await odd.stop()
  })
})
