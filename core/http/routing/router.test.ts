import { Type } from 'typebox'
import { unlimited } from '../security/budgets/budgets.ts'
import { describe, expect, test } from 'vitest'
import { adminOnly, defineRoute, type Route } from './route.ts'
import { routersOf } from './router.ts'

const sound: Route = defineRoute({
  method: 'GET',
  path: '/api/things/{id}',
  tag: 'Things',
  summary: 'A thing',
  access: 'everyone',
  params: Type.Object({ id: Type.String() }),
  responses: { 200: Type.Unknown() },
  handle: () => ({ status: 200 }),
})

const open = (...routes: Route[]) =>
  routersOf(routes, [], {
    sessions: { authenticate: () => Promise.resolve('none') },
    projections: { waitFor: () => Promise.resolve(true), stamp: () => undefined },
    budgets: unlimited,
    idempotency: { once: (_command, run) => run({ commandId: '1', isRetry: false }) },
    cachedReads: { find: () => undefined, read: () => expect.fail('nothing is read') },
    newId: () => '1',
    clientAddress: () => '',
  })

describe('routersOf', () => {
  test('refuses two routes for the same request', () => {
    const twin = { ...sound, path: '/api/things/{name}', params: Type.Object({ name: Type.String() }) }
    expect(() => open(sound, twin)).toThrow('two routes answer GET /api/things/{name}')
    expect(() => open(sound, { ...sound, method: 'DELETE' })).not.toThrow('two routes')
  })

  test('refuses a route whose parameters are not described, or not in every path', () => {
    expect(() => open({ ...sound, params: Type.Object({}) })).toThrow('not those of its path')
    expect(() => open({ ...sound, also: ['/api/stuff'] })).toThrow('GET /api/stuff')
  })

  test('refuses a parameter in place of a resource', () => {
    expect(() => open({ ...sound, path: '/api/{id}' })).toThrow('below /api/ must not be a parameter')
  })

  test('refuses a fixed path that does not match its path', () => {
    expect(() => open({ ...sound, fixedPaths: ['/api/things/me'] })).not.toThrow('no case')
    expect(() => open({ ...sound, fixedPaths: ['/api/stuff/me'] })).toThrow('/api/stuff/me is not a case of')
  })

  test('refuses a cached route that is not public', () => {
    expect(() => open({ ...sound, cachedBy: 'things', access: adminOnly })).toThrow('must be for everyone')
    expect(() => open({ ...sound, cachedBy: 'things' })).not.toThrow('must be for everyone')
  })
})
