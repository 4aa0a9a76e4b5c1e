import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createApiClient } from './client.ts'

type Sent = { url: string; method: string; headers: Headers; body: unknown }

/** An API client with a server that returns these responses, one per call, and a stopped clock. */
function server(...responses: (Response | Error)[]) {
  const sent: Sent[] = []
  const changes: string[] = []
  const waits: number[] = []
  const api = createApiClient({
    baseUrl: '/api',
    async fetch(url, init) {
      sent.push({
        url: url instanceof Request ? url.url : url.toString(),
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body: init?.body,
      })
      const response = responses.shift() ?? Response.json({})
      if (response instanceof Error) throw response
      return response
    },
    accessToken: () => undefined,
    now: () => 0,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    onChange: () => changes.push('changed'),
  })
  return { api, sent, waits, changes }
}

const down = (retryAfter: string) =>
  Response.json(
    { message: 'The search engine does not answer' },
    { status: 503, headers: { 'retry-after': retryAfter } },
  )

describe('the API client', () => {
  it('reads its own writes', async () => {
    const { api, sent } = server(Response.json({}, { headers: { 'x-event-position': '41' } }))
    await api.command({ method: 'PUT', path: '/carts/c/items/p', body: { quantity: 1 } })
    await api.query('/products')
    expect(sent[0]?.headers.has('x-min-position')).toBe(false)
    expect(sent[1]?.headers.get('x-min-position')).toBe('41')
  })

  it('reports each successful command that changes pages, and nothing else', async () => {
    const { api, changes } = server(Response.json({}), Response.json({}), Response.json({}, { status: 412 }))
    await api.query('/products')
    expect(changes).toEqual([])
    await api.command({ method: 'PUT', path: '/products/p', body: {} })
    expect(changes).toHaveLength(1)
    await expect(api.command({ method: 'PUT', path: '/products/p', body: {} })).rejects.toMatchObject({ status: 412 })
    expect(changes).toHaveLength(1)
    await api.command({ method: 'POST', path: '/carts/c/claim', keepsPages: true })
    expect(changes).toHaveLength(1)
  })

  it('retries while an engine is unavailable, after Retry-After, a limited number of times', async () => {
    const { api, waits } = server(down('2'), down('0'), Response.json({ ok: true }))
    expect(await api.query('/products')).toEqual({ ok: true })
    expect(waits).toEqual([2000, 600])
    const hopeless = server(down('1'), down('1'), down('1'), down('1'), Response.json({}))
    await expect(hopeless.api.query('/products')).rejects.toMatchObject({ status: 503 })
  })

  it('sends the same idempotency key with every retry of a command', async () => {
    const { api, sent } = server(down('1'), Response.json({}, { status: 201 }))
    await api.command({ method: 'POST', path: '/orders', body: {}, idempotencyKey: 'k1' })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', 'k1'])
  })

  it('sends the revision that the user has seen as If-Match', async () => {
    const { api, sent } = server()
    await api.command({ method: 'PUT', path: '/products/p', body: {}, ifMatch: 3 })
    expect(sent[0]?.headers.get('if-match')).toBe('"3"')
  })

  it('turns a problem document into an error with its message and fields', async () => {
    const errors = [{ field: 'title', defaultMessage: 'Title cannot be empty' }]
    const { api } = server(Response.json({ message: 'Title cannot be empty', errors }, { status: 400 }))
    await expect(api.query('/products')).rejects.toEqual(new ApiError(400, 'Title cannot be empty', errors))
  })

  it('has an empty message for a response that is not a problem document', async () => {
    const { api } = server(new Response('<html>', { status: 502 }))
    await expect(api.query('/products')).rejects.toEqual(new ApiError(502, ''))
  })

  it('reports a network failure with the message of the specification', async () => {
    const { api } = server(new TypeError('fetch failed'))
    await expect(api.query('/products')).rejects.toMatchObject({
      status: 0,
      message: 'Network error. Please check your connection and try again.',
    })
  })

  it('rejects a call that requires a login without sending it if no user is logged in', async () => {
    const { api, sent } = server()
    await expect(api.query('/orders', { needsLogin: true })).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([])
  })
})
