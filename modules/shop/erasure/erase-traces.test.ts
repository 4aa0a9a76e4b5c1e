import { expect, test } from 'vitest'
import type { ComposedModule } from '#core/module/manifest.ts'
import { assertTraces } from './erase-traces.ts'
import { manifests } from '../manifests.ts'

const traces = { preview: () => Promise.reject(new Error()), erase: () => Promise.reject(new Error()) }
const all = Object.fromEntries(Object.keys(manifests).map((name) => [name, { routes: [], traces }]))
const silent: ComposedModule = { routes: [] }

test.each(['ordering', 'serviceRequests'])('refuses to start if %s declares no traces', (name) => {
  expect(() => assertTraces(all)).not.toThrow()
  expect(() => assertTraces({ ...all, [name]: silent })).toThrow(`the module ${name} keeps personal data`)
})

test('requires no traces of a module without personal data', () => {
  expect(() => assertTraces({ ...all, cart: silent, catalogue: silent })).not.toThrow()
})
