import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, openKit, type Kit } from './kit.ts'
import { echoRoutes } from './routes.ts'

let kit: Kit

beforeAll(async () => {
  kit = await openKit(echoRoutes())
})
afterAll(() => kit.stop())

const good = { title: 'Monitor', qty: 2 }

const post = (body: unknown) => call(kit, 'POST /api/things', { body })
const get = (path: `/${string}`) => call(kit, `GET ${path}`)

describe('a body', () => {
  const faults: [what: string, body: unknown, fault: [field: string, message: string]][] = [
    ['a missing field', { qty: 1 }, ['title', 'Title cannot be empty']],
    ['null', { ...good, title: null }, ['title', 'Title cannot be empty']],
    ['blank text', { ...good, title: ' \t' }, ['title', 'Title cannot be empty']],
    ['text that shows nothing', { ...good, title: '\t\u00a0\u200b' }, ['title', 'Title cannot be empty']],
    ['a number for text', { ...good, title: 5 }, ['title', 'Title cannot be empty']],
    ['text for a number', { ...good, qty: '2' }, ['qty', 'Quantity cannot be empty']],
    ['a list for a number', { ...good, qty: [2] }, ['qty', 'Quantity cannot be empty']],
    ['half a piece', { ...good, qty: 1.5 }, ['qty', 'qty must be a whole number from 0 to 100']],
    ['less than nothing', { ...good, qty: -1 }, ['qty', 'qty must be a whole number from 0 to 100']],
    ['too many', { ...good, qty: 2 ** 53 }, ['qty', 'qty must be a whole number from 0 to 100']],
    ['text too long', { ...good, title: 'x'.repeat(21) }, ['title', 'title must have at most 20 characters']],
    [
      'marks heaped up',
      { ...good, title: `a${'\u0301'.repeat(500)}` },
      ['title', 'title must have at most 20 characters'],
    ],
    ['an unknown choice', { ...good, kind: 'broken' }, ['kind', 'kind must be one of new, used']],
    ['a rule of its own', { ...good, price: 12 }, ['price', 'Price must be below 10']],
    ['text instead of a list', { ...good, lines: 'abc' }, ['lines', 'lines must be a list of at most 3 entries']],
    ['a list too long', { ...good, lines: [1, 2, 3, 4] }, ['lines', 'lines must be a list of at most 3 entries']],
    ['a fault in a list', { ...good, lines: [{ id: 'a' }, {}] }, ['lines[1].id', 'Every line needs an id']],
    ['a fault in an object', { ...good, address: {} }, ['address.city', 'City is required']],
    ['null for an object', { ...good, address: null }, ['address.city', 'City is required']],
    ['text instead of an object', { ...good, address: 'Pune' }, ['address', 'address must be a JSON object']],
    ['NUL', { ...good, title: 'a\0b' }, ['title', 'title must be text without NUL or broken characters']],
    [
      'half a character',
      { ...good, title: 'a\ud800' },
      ['title', 'title must be text without NUL or broken characters'],
    ],
    ['a list for the whole', [], ['', 'The body must be a JSON object']],
    ['null for the whole', null, ['', 'The body is required']],
    ['text for the whole', '"text"', ['', 'The body must be a JSON object']],
  ]

  test.each(faults)('with %s is rejected with the field and the remedy', async (_what, body, [field, message]) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ status: 400, title: 'Invalid input', detail: message, message })
    expect(answer.body.errors).toEqual([{ field, defaultMessage: message }])
  })

  test('reports every invalid field in the order of the schema, and shows the first', async () => {
    const { body } = await post({ address: { city: '' }, kind: 1, title: '', lines: [{ id: '' }, { id: 'b' }] })
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'title',
      'qty',
      'kind',
      'lines[0].id',
      'address.city',
    ])
    expect(body.detail).toBe('Title cannot be empty')
  })

  test('with a duplicate key is rejected with its name', async () => {
    const faults = [
      ['{"title":"A","qty":1,"title":"B"}', 'title'],
      ['{"title":"A","qty":1,"address":{"city":"Pune","city":"Agra"}}', 'address.city'],
    ]
    for (const [sent, field] of faults) {
      const { status, body } = await post(sent)
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ field, defaultMessage: `“${field}” is in the body twice: send it once` }])
    }
  })

  test('that is missing is reported by its first missing field', async () => {
    expect((await call(kit, 'POST /api/things')).body).toMatchObject({ status: 400, detail: 'Title cannot be empty' })
  })

  test('loses fields that the schema does not define, at every level', async () => {
    const { status, body } = await post({
      ...good,
      role: 'ADMIN',
      address: { city: 'Pune', x: 1 },
      lines: [{ id: 'a', y: 1 }],
    })
    expect(status).toBe(201)
    expect(body.body).toEqual({ ...good, address: { city: 'Pune' }, lines: [{ id: 'a' }] })
  })

  test('cannot reach prototypes', async () => {
    const poison = '{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"role":"ADMIN"}},"title":"a","qty":1}'
    const { status, body } = await post(poison)
    expect(status).toBe(201)
    expect(body.body).toEqual({ title: 'a', qty: 1 })
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
  })

  test('keeps text as typed', async () => {
    const title = ' <b>क्षि 👩‍👩‍👧\u202e é'
    expect((await post({ title, qty: 1 })).body.body.title).toBe(title)
  })
})

describe('a query', () => {
  test('has its numbers parsed and its defaults filled in', async () => {
    const { body } = await get('/api/things?size=100&price=12.5&open=true&text=a+b%26')
    expect(body.content).toEqual([{ page: 0, size: 100, price: 12.5, open: true, text: 'a b&' }])
    expect(body).toMatchObject({ first: true, last: true, number: 0, size: 100, totalElements: 25, totalPages: 1 })
  })

  test.each(['x', 'x[]', '__proto__', 'X'])(
    'is rejected for a parameter that the call does not define: %s',
    async (name) => {
      const { status, body } = await get(`/api/things?size=1&${name}=1`)
      const [plain = ''] = name.split('[')
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ field: plain, defaultMessage: expect.stringContaining(`"${plain}"; allowed`) }])
      expect(body.detail).toMatch(/; allowed: page, size, /)
    },
  )

  test('is rejected if the call has no parameters', async () => {
    const { status, body } = await get('/api/things/newest?page=1')
    expect(status).toBe(400)
    expect(body.detail).toBe('Unknown query parameter "page"; allowed: none')
  })

  test('may have any parameters outside the API', async () => {
    expect((await fetch(`${kit.url}/health/live?probe=7`)).status).toBe(200)
  })

  test.each([
    '0x10',
    '1e3',
    '-0',
    '%201',
    '1.0',
    '+1',
    '',
    '1,000',
    '१२',
    'NaN',
    '1e9',
    '99999999999999999999',
    'true',
  ])('rejects size=%s', async (size) => {
    const { status, body } = await get(`/api/things?size=${size}`)
    expect(status).toBe(400)
    const defaultMessage = 'size must be a whole number from 1 to 100'
    expect(body.errors).toEqual([{ field: 'size', defaultMessage }])
  })

  test.each(['page=1&page=2', 'page[]=1', 'page[a]=1', 'page%5B%5D=1'])('rejects %s', async (query) => {
    const { status, body } = await get(`/api/things?${query}`)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'page', defaultMessage: 'page must be given once' }])
  })

  test.each(['page=-1', 'page=1.5', 'price=1e3', 'price=-0', 'price=.5', 'price=0x1', 'open=yes', 'text=%00'])(
    'rejects %s',
    async (query) => {
      expect((await get(`/api/things?${query}`)).status).toBe(400)
    },
  )

  test.each([
    ['garbage', 'at must be a time such as 2026-11-20T09:30:00Z'],
    ['2026-02-30T00:00:00Z', 'at must be a time such as 2026-11-20T09:30:00Z'],
    ['2026-11-20', 'at must be a time such as 2026-11-20T09:30:00Z'],
    [`2026-11-20T09:30:00.${'0'.repeat(30)}Z`, 'at must be a time such as 2026-11-20T09:30:00Z'],
    ['1969-12-31T23:59:59Z', 'Times must be ISO 8601 with a zone, such as 2026-11-20T09:30:00Z'],
  ])('rejects at=%s and shows the format of a time', async (at, defaultMessage) => {
    const { status, body } = await get(`/api/things?at=${at}`)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'at', defaultMessage }])
  })

  test.each(['text=%', 'text=%zz', 'text=%ff', '%ff=1'])('rejects invalid encoding: %s', async (query) => {
    const { status, body } = await get(`/api/things?${query}`)
    expect(status).toBe(400)
    expect(body.detail).toBe('The query must be percent-encoded UTF-8')
  })
})

describe('a path parameter', () => {
  test.each([
    ['a%20b', 'a b'],
    ['..%2fetc', '../etc'],
    ['%E0%A4%95', 'क'],
    ['a+b', 'a+b'],
    ['me', 'me'],
  ])('is decoded once: %s', async (sent, id) => {
    expect((await get(`/api/things/${sent}`)).body.params).toEqual({ id })
  })

  test('longer than allowed is rejected', async () => {
    const { status, body } = await get(`/api/things/${'x'.repeat(51)}`)
    expect(status).toBe(400)
    expect(body.detail).toBe('id must be text of at most 50 characters')
  })

  test('never hides a call with a fixed name', async () => {
    expect((await get('/api/things/newest')).body).toBe('newest')
  })
})
