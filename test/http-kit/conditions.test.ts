import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineRoute } from '#core/http/routing/route.ts'
import { call, openKit, type Kit } from './kit.ts'

const common = { tag: 'Things', summary: 'A call of the tests', access: 'everyone' } as const
const Params = Type.Object({ id: Type.String() })

let kit: Kit

beforeAll(async () => {
  kit = await openKit([
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/things/{id}',
      params: Params,
      responses: { 200: Type.Unknown() },
      reads: 'things',
      handle: () => ({ status: 200, body: { a: 1 }, revision: 3 }),
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      path: '/api/things/{id}',
      params: Params,
      responses: { 200: Type.Unknown() },
      handle: ({ ifMatch }) => ({ status: 200, body: { ifMatch: ifMatch ?? null }, revision: 4, position: 17 }),
    }),
  ])
  kit.positions.moveTo('things', 10)
})
afterAll(() => kit.stop())

const get = (headers: Record<string, string>) => call(kit, 'GET /api/things/1', { headers })
const put = (headers: Record<string, string>) => call(kit, 'PUT /api/things/1', { headers })

describe('a response', () => {
  test('contains the revision of its stream and the position of its last event', async () => {
    const { headers } = await put({})
    expect(headers.get('ETag')).toBe('"4"')
    expect(headers.get('X-Event-Position')).toBe('17')
    expect((await get({})).headers.get('ETag')).toBe('"3"')
  })

  test('is sent in full to a client that has its revision: not all of it need come from the stream', async () => {
    expect((await get({ 'If-None-Match': '"3"' })).body).toEqual({ a: 1 })
    expect((await put({ 'If-None-Match': '"4"' })).status).toBe(200)
  })
})

describe('X-Min-Position', () => {
  test('lets a query through once its read model has passed it', async () => {
    expect((await get({ 'X-Min-Position': '10' })).status).toBe(200)
    expect((await get({ 'X-Min-Position': '0' })).status).toBe(200)
  })

  test('results in 503 if the read model does not get there in time', async () => {
    const answer = await get({ 'X-Min-Position': '11' })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('2')
    expect(answer.body.detail).toMatch(/^Your last change cannot be shown here yet/)
  })

  test.each(['-1', '1.5', '0x1', 'x', '1, 2', '99999999999999999', ''])('is rejected as %j', async (value) => {
    const answer = await get({ 'X-Min-Position': value })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe('X-Min-Position')
  })
})

describe('If-Match', () => {
  test.each([
    ['"3"', 3],
    ['3', 3],
    [' "0" ', 0],
    ['*', null],
  ])('is interpreted as %s', async (value, ifMatch) => {
    expect((await put({ 'If-Match': value })).body).toEqual({ ifMatch })
  })

  test.each(['W/"3"', '"3", "4"', '"x"', '-1', '3.0', '"3', '"99999999999999999"', ''])(
    'is rejected as %j',
    async (value) => {
      const answer = await put({ 'If-Match': value })
      expect(answer.status).toBe(400)
      expect(answer.body.detail).toContain('If-Match')
    },
  )
})
