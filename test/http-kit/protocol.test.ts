import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, openKit, rawExchange, type Kit } from './kit.ts'
import { echoRoutes, failingRoutes } from './routes.ts'

let kit: Kit

beforeAll(async () => {
  kit = await openKit([...echoRoutes(), ...failingRoutes()])
})
afterAll(() => kit.stop())

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
const good = JSON.stringify({ title: 'Monitor', qty: 2 })

const post = (
  body: string | Blob | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) => fetch(`${kit.url}/api/things`, { method: 'POST', headers, body })

const raw = (head: string, ...rest: (string | Buffer)[]) =>
  rawExchange(kit.port, `${head.replaceAll('\n', '\r\n')}\r\nConnection: close\r\n\r\n`, ...rest)

const idOf = async (sent: string) =>
  (await call(kit, 'GET /api/things', { headers: { 'X-Request-Id': sent } })).headers.get('X-Request-Id')
const failing = (name: string) => call(kit, `GET /api/failing/${name}`)

describe('every response', () => {
  test.each([
    '/api/things',
    '/api/nothing',
    '/api/failing/bug',
    '/health/live',
    '/api/docs',
    '/metrics',
    '/api/things?page=x',
  ])('of %s has an id and the security headers, and reveals nothing about the server', async (path) => {
    const { headers } = await fetch(kit.url + path)
    expect(headers.get('X-Request-Id')).toMatch(uuid)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('Server') ?? headers.get('X-Powered-By')).toBeNull()
    expect(headers.get('Strict-Transport-Security')).toBeNull()
  })

  test('reuses a request id that is a UUID, and no other', async () => {
    const id = '0198F0C2-7b5e-7d30-8a11-0123456789ab'
    expect(await idOf(id)).toBe(id)
    expect(await idOf('<script>')).toMatch(uuid)
    expect(await idOf(`${id} ${id}`)).not.toContain(' ')
  })

  test('with personal data is not cached', async () => {
    expect((await fetch(`${kit.url}/api/things`)).headers.get('Cache-Control')).toBe('no-store')
  })

  test('instructs browsers to stay on https if the shop is reached by https', async () => {
    const secure = await openKit([], { publicUrl: 'https://shop.example' })
    const { headers } = await fetch(`${secure.url}/health/live`)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
    await secure.stop()
  })
})

describe('a body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'is accepted as %s',
    async (type) => expect((await post(good, { 'Content-Type': type })).status).toBe(201),
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonx',
    '*/*',
  ])('is rejected as %s', async (type) => expect((await post(good, { 'Content-Type': type })).status).toBe(415))

  test('is rejected without a type, or compressed', async () => {
    expect((await post(new Blob([good]), {})).status).toBe(415)
    const bomb = gzipSync(Buffer.alloc(10_000_000, 0x20))
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    expect((await post(new Uint8Array(bomb), headers)).status).toBe(415)
  })

  test.each(['{', '{"title":"a"', `${good}x`, '{"title":NaN}', "{'a':1}", `${good}${good}`, '[1,]', '{"a":"\n"}'])(
    'that is not JSON is rejected: %s',
    async (body) => {
      const answer = await post(body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ detail: 'The body must be valid JSON in UTF-8' })
    },
  )

  test('that is not UTF-8 is rejected', async () => {
    expect((await post(new Uint8Array([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')]))).status).toBe(400)
  })

  test('over 256 kB is rejected before it is parsed, by length and in chunks', async () => {
    const large = `{"title":"${'x'.repeat(300_000)}`
    expect((await post(large)).status).toBe(413)
    const chunked = await raw(
      'POST /api/things HTTP/1.1\nHost: shop\nContent-Type: application/json\nTransfer-Encoding: chunked',
      `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
    )
    expect(chunked.status).toBe(413)
    const absurd = await raw(
      'POST /api/things HTTP/1.1\nHost: shop\nContent-Type: application/json\nContent-Length: 99999999',
    )
    expect(absurd.status).toBe(413)
  })

  test('over 256 kB is rejected for a call without a body', async () => {
    const answer = await raw('DELETE /api/things/1 HTTP/1.1\nHost: shop\nContent-Length: 300000')
    expect(answer.status).toBe(413)
  })

  test.each([['['], ['{"a":']])('of 10,000 nested %s is rejected', async (bracket) => {
    expect((await post(bracket.repeat(10_000))).status).toBe(400)
    expect((await post('['.repeat(100_000) + ']'.repeat(100_000))).status).toBe(400)
    expect((await post(`{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).status).toBe(400)
  })

  test('is only requested if it is not too large', async () => {
    const head = 'POST /api/things HTTP/1.1\nHost: shop\nContent-Type: application/json\nExpect: 100-continue'
    expect((await raw(`${head}\nContent-Length: ${good.length}`, good)).status).toBe(100)
    expect((await raw(`${head}\nContent-Length: 300000`)).status).toBe(413)
  })
})

describe('a request line', () => {
  test.each(['a@evil', 'shop:99999', 'shop:x', 'sh op', 'shop/..', '[::1', '-shop', 'x'.repeat(300)])(
    'with the host %s is rejected',
    async (host) => expect((await raw(`GET /api/things HTTP/1.1\nHost: ${host}`)).status).toBe(400),
  )

  test.each(['shop.example', 'shop.example:3000', '127.0.0.1:3000', '[::1]:3000', 'a.'])(
    'with the host %s is served',
    async (host) => expect((await raw(`GET /api/things HTTP/1.1\nHost: ${host}`)).status).toBe(200),
  )

  test.each([
    ['no host', 'GET /api/things HTTP/1.1\nX: y', 400],
    ['two hosts', 'GET /api/things HTTP/1.1\nHost: shop\nHost: evil', 400],
    ['the same host twice', 'GET /api/things HTTP/1.1\nHost: shop\nhost: shop', 400],
    ['another host in its address', 'GET http://evil/api/things HTTP/1.1\nHost: shop', 400],
    ['broken encoding', 'GET /api/things/%zz HTTP/1.1\nHost: shop', 400],
    ['encoded NUL', 'GET /api/things/%00 HTTP/1.1\nHost: shop', 400],
    ['an unknown verb', 'BREW /api/things HTTP/1.1\nHost: shop', 400],
    ['TRACE', 'TRACE /api/things HTTP/1.1\nHost: shop', 405],
    ['PATCH', 'PATCH /api/things HTTP/1.1\nHost: shop', 405],
    ['a long address', `GET /api/things?text=${'x'.repeat(9_000)} HTTP/1.1\nHost: shop`, 414],
    ['a longer address', `GET /api/things?text=${'x'.repeat(20_000)} HTTP/1.1\nHost: shop`, 431],
    ['long headers', `GET /api/things HTTP/1.1\nHost: shop\nX-Forwarded-For: ${'1'.repeat(100_000)}`, 431],
    [
      'a length and chunks',
      'POST /api/things HTTP/1.1\nHost: shop\nContent-Length: 3\nTransfer-Encoding: chunked',
      400,
    ],
    ['two lengths', 'POST /api/things HTTP/1.1\nHost: shop\nContent-Length: 3\nContent-Length: 4', 400],
    ['an odd expectation', 'POST /api/things HTTP/1.1\nHost: shop\nExpect: miracles', 417],
    ['an upgrade', 'GET /api/things HTTP/1.1\nHost: shop\nUpgrade: websocket\nConnection: upgrade', 200],
    ['double slashes', 'GET //api/things HTTP/1.1\nHost: shop', 404],
    ['other capitals', 'GET /API/Things HTTP/1.1\nHost: shop', 404],
  ])('with %s gets its response', async (_what, head, status) => {
    const answer = await raw(head)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toMatch(uuid)
    expect(answer.headers.get('content-type')).toContain(status < 400 ? 'application/json' : 'application/problem+json')
    const expected = status < 400 ? {} : { status, instance: answer.headers.get('x-request-id') }
    expect(JSON.parse(answer.body)).toMatchObject(expected)
  })

  test('leaves the server working', async () => {
    expect((await fetch(`${kit.url}/health/live`)).status).toBe(200)
  })
})

describe('a method', () => {
  test('HEAD responds like GET, without a body', async () => {
    const [head, get] = await Promise.all([
      fetch(`${kit.url}/api/things`, { method: 'HEAD' }),
      fetch(`${kit.url}/api/things`),
    ])
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('Content-Length')).toBe(String((await get.text()).length))
  })

  test('that an address does not support gets a list of those it does', async () => {
    const answer = await call(kit, 'PUT /api/things/1')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS'])
    expect(answer.body).toMatchObject({ status: 405, title: 'Method not allowed' })
  })

  test('OPTIONS returns the same list, and 404 for an unknown address', async () => {
    const answer = await fetch(`${kit.url}/api/things`, { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('Allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    expect((await fetch(`${kit.url}/api/nothing`, { method: 'OPTIONS' })).status).toBe(404)
  })

  test.each(['DELETE', 'PUT', 'OPTIONS'])(
    '%s of a fixed path is not that of the parameter it resembles',
    async (method) => {
      const answer = await fetch(`${kit.url}/api/things/newest`, { method })
      expect(answer.status).toBe(method === 'OPTIONS' ? 204 : 405)
      expect(answer.headers.get('Allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS'])
    },
  )

  test('works under every path of a call', async () => {
    const headers = { 'Content-Type': 'application/json' }
    expect((await fetch(`${kit.url}/api/stuff`, { method: 'POST', headers, body: good })).status).toBe(201)
  })
})

describe('a problem', () => {
  test('is reported as specified in RFC 9457, with the text twice and the id of the request', async () => {
    const answer = await failing('rejected')
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.body).toEqual({
      type: '/api/docs#problem-conflict',
      title: 'Conflict with the current state',
      status: 409,
      detail: 'Not now',
      instance: answer.headers.get('X-Request-Id'),
      message: 'Not now',
      errors: [{ field: 'a', defaultMessage: 'Not a' }],
    })
  })

  test.each([
    ['throttled', 429, '13'],
    ['stale', 412, null],
    ['conflict', 409, null],
    ['outage', 503, '7'],
    ['bug', 500, null],
  ])('%s is %d', async (name, status, retryAfter) => {
    const answer = await failing(name)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Retry-After')).toBe(retryAfter)
  })

  test('that is unexpected reveals nothing to the client and is logged in full', async () => {
    const answer = await failing('bug')
    expect(answer.text).not.toMatch(/select|passwd|TypeError|at /)
    const line = kit.logged.find((one) => one['id'] === answer.headers.get('X-Request-Id') && one['level'] === 'error')
    expect(line).toMatchObject({ route: '/api/failing/bug', err: { message: 'select secret from /etc/passwd' } })
  })
})

test('large responses are compressed for clients that accept it', async () => {
  const large = async (accepted: string) => {
    const headers = { 'Accept-Encoding': accepted }
    const answer = await call(kit, `GET /api/things?text=${'x'.repeat(3_000)}`, { headers })
    expect(answer.body.content[0].text).toHaveLength(3_000)
    return answer.headers.get('Content-Encoding')
  }
  expect(await large('gzip, br')).toBe('br')
  expect(await large('gzip;q=0.5, br;q=0')).toBe('gzip')
  expect(await large('identity')).toBeNull()
  const small = await call(kit, 'GET /api/things', { headers: { 'Accept-Encoding': 'gzip' } })
  expect(small.headers.get('Content-Encoding')).toBeNull()
})
