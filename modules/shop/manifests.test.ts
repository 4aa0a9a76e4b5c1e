import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditWording } from '../audit/domain/wording.ts'
import { textsOf } from '#core/event-store/codec/declared-texts.ts'
import type { ModuleManifest } from '#core/module/manifest.ts'
import { allManifests, eventDefinitions, manifests as named } from './manifests.ts'

const manifests: Readonly<Record<string, ModuleManifest>> = named

const kinds = allManifests.flatMap(({ streams }) => streams)
const wording = auditWording(allManifests)

test.each(Object.entries(eventDefinitions))(
  '%s has a sentence, and its streams are known to the audit',
  (type, one) => {
    expect(allManifests.filter(({ sentences }) => Object.hasOwn(sentences, type))).toHaveLength(1)
    expect(kinds.filter(({ category }) => category === one.category.name)).toHaveLength(1)
  },
)

test.each(kinds)('a stream $category has a title, an entry in the filter, and is found by its id', (kind) => {
  expect(kind.title).not.toBe('')
  expect(kinds.filter(({ filter }) => filter === kind.filter)).toHaveLength(1)
  expect(wording.titleOf(`${kind.category}-7`)).toBe(`${kind.title} 7`)
  expect(kind.streamOf('7')).toBe(`${kind.category}-7`)
  expect(wording.streamsCalled('aB').map((stream) => stream.toLowerCase())).toContain(
    `${kind.category}-ab`.toLowerCase(),
  )
})

test('kinds whose streams hold personal data record each look at them', () => {
  const personal = Object.values(eventDefinitions).flatMap((one) => (one.personal ? [one.category.name] : []))
  const recorded = kinds.flatMap(({ category, isPersonal }) => (isPersonal ? [category] : []))
  expect(new Set(personal)).toEqual(new Set(recorded))
})

test('kinds of things that have a decider of their own have a fold: the others are records', () => {
  const withoutFold = kinds.flatMap(({ category, fold }) => (fold === undefined ? [category] : []))
  expect(withoutFold.toSorted()).toEqual(['audit', 'ops', 'personalKey', 'shop'])
})

test.each(Object.entries(manifests))('the privacy policy names each personal field of %s, and no other', (_, one) => {
  const kept = Object.entries(one.events).flatMap(([type, { schema, personal }]) =>
    textsOf(schema)
      .filter((text) => personal?.fields.some((field) => text === field || text.startsWith(`${field}.`)))
      .map((text) => `${type}.${text}`),
  )
  expect(one.privacy.flatMap(({ fields }) => fields).toSorted()).toEqual(kept.toSorted())
})

test('the privacy policy has its rows in an order of their own', () => {
  const orders = allManifests.flatMap(({ privacy }) => privacy.map(({ order }) => order))
  expect(new Set(orders).size).toBe(orders.length)
})

test('a read model that is made of personal events is among the personal ones, so that erasures wait for it', () => {
  const forgotten = Object.values(manifests).flatMap(({ projections, personalReadModels }) =>
    Object.entries(projections).filter(([name, made]) => {
      // One that takes every event keeps where it is, and none of its data.
      if (typeof made === 'function' || personalReadModels.includes(name)) return false
      return Object.keys(made.on).some((type) => eventDefinitions[type]?.personal !== undefined)
    }),
  )
  expect(forgotten.map(([name]) => name)).toEqual([])
})

const modulesFolder = join(import.meta.dirname, '..')

test('each decider is specified by a test that also tries it on the history of an erased person', async () => {
  const files = await readdir(modulesFolder, { recursive: true })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const deciders = await filesWith(sources, ': Decider<')
  expect(deciders).toContain('ordering/domain/order.ts')
  const tests = deciders.map((file) => file.replace('.ts', '.test.ts'))
  expect(await filesWith(tests, 'specificationOf(')).toEqual(tests)
})

async function filesWith(files: readonly string[], words: string): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(modulesFolder, file), 'utf8')))
  return files.filter((_, i) => texts[i]?.includes(words))
}
