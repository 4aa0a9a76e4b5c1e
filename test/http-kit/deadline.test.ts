import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { adminOnly, defineRoute, loggedIn, type Access, type Route } from '#core/http/routing/route.ts'
import { adminAccount, call, openKit, userAccount, type Kit } from './kit.ts'

let kit: Kit
let frozen: PromiseWithResolvers<void>

/** A call that waits for an engine that does not respond. */
function frozenRoute(
  call: string,
  access: Access,
  kind: Pick<Route, 'cachedBy' | 'storesNothing' | 'mayTakeLonger'> = {},
) {
  const [method, path] = call.split(' ')
  return defineRoute({
    tag: 'Frozen',
    summary: 'A call of the tests',
    method: method === 'GET' ? 'GET' : 'POST',
    path: path ?? '',
    access,
    ...kind,
    responses: { 200: Type.Unknown() },
    handle: () => frozen.promise.then(() => ({ status: 200, body: 'answered' })),
  })
}

beforeAll(async () => {
  frozen = Promise.withResolvers()
  kit = await openKit([
    frozenRoute('GET /api/public-read', 'everyone'),
    frozenRoute('GET /api/cached-read', 'everyone', { cachedBy: 'things' }),
    frozenRoute('POST /api/long-question', 'everyone', { storesNothing: true }),
    frozenRoute('GET /api/own-read', loggedIn),
    frozenRoute('GET /api/admin-read', adminOnly),
    frozenRoute('GET /api/long-read', adminOnly, { mayTakeLonger: true }),
    frozenRoute('POST /api/command', 'everyone'),
  ])
})
afterAll(() => kit.stop())

describe('while an engine does not respond', () => {
  test('reads end with 503, but commands and reads over the whole log wait for their outcome', async () => {
    const [user, admin] = await Promise.all([kit.tokenOf(userAccount.id), kit.tokenOf(adminAccount.id)])
    const command = call(kit, 'POST /api/command')
    const longRead = call(kit, 'GET /api/long-read', { token: admin })
    const reads = await Promise.all([
      call(kit, 'GET /api/public-read'),
      call(kit, 'GET /api/cached-read'),
      call(kit, 'POST /api/long-question'),
      call(kit, 'GET /api/own-read', { token: user }),
      call(kit, 'GET /api/admin-read', { token: admin }),
    ])
    expect(reads.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    for (const { headers } of reads) expect(headers.get('Retry-After')).toBe('2')
    frozen.resolve()
    expect((await Promise.all([command, longRead])).map(({ status }) => status)).toEqual([200, 200])
    expect((await call(kit, 'GET /api/cached-read')).status).toBe(200)
  })
})
