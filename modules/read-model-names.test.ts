import { expect, test } from 'vitest'
import type { ModuleManifest } from '#core/module/manifest.ts'
import { assertReadModelNames } from './read-model-names.ts'

const manifest: ModuleManifest = {
  tag: 'Orders',
  events: {},
  migrations: {},
  streams: [],
  sentences: {},
  readModels: ['orders'],
  personalReadModels: ['orders'],
  mails: {},
  adminPlaces: [],
}
const route = { method: 'GET', path: '/api/orders' } as const
const sound = { projections: ['orders'], manifests: [manifest], routes: [{ ...route, reads: ['orders'] }] }

test('names that exist are taken', () => {
  expect(() => assertReadModelNames(sound)).not.toThrow()
})

test.each([
  ['GET /api/orders names the read model order,', { routes: [{ ...route, reads: 'order' }] }],
  ['GET /api/orders names the read model order,', { routes: [{ ...route, reads: ['orders', 'order'] }] }],
  ['GET /api/orders names the read model order,', { routes: [{ ...route, cachedBy: 'order' }] }],
  ['the manifest of Orders names the read model returns,', { manifests: [{ ...manifest, readModels: ['returns'] }] }],
  [
    'the manifest of Orders names the read model returns,',
    { manifests: [{ ...manifest, personalReadModels: ['returns'] }] },
  ],
  ['the read model carts must be in one module', { projections: ['orders', 'carts'] }],
  ['the read model orders must be in one module', { manifests: [manifest, manifest] }],
])('%s …', (message, wrong) => {
  expect(() => assertReadModelNames({ ...sound, ...wrong })).toThrow(message)
})
