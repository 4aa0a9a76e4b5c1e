import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditWording } from '../audit/domain/wording.ts'
import { textsOf } from '#core/event-store/codec/declared-texts.ts'
import { skipTypes } from '#core/event-store/skipped/skip-record.ts'
import type { ModuleManifest } from '#core/module/manifest.ts'
import { allManifests, allProjections, eventDefinitions, manifests as named, personalReadModels } from './manifests.ts'

const manifests: Readonly<Record<string, ModuleManifest>> = named

const kinds = allManifests.flatMap(({ streams }) => streams)
const wording = auditWording(allManifests)

test.each(Object.entries(eventDefinitions))(
  '%s has one sentence, and its category is known to the audit',
  (type, one) => {
    expect(allManifests.filter(({ sentences }) => Object.hasOwn(sentences, type))).toHaveLength(1)
    expect(
      kinds.filter(({ category }) => category === one.category.name),
      `add the category ${one.category.name} to "streams" of its module's manifest, once`,
    ).toHaveLength(1)
  },
)

test.each(kinds)('a stream of $category has a title and a filter entry, and is found by its id', (kind) => {
  expect(kind.title, 'give the kind of stream a `title` in its manifest').not.toBe('')
  expect(
    kinds.filter(({ filter }) => filter === kind.filter).map(({ category }) => category),
    'give each of these kinds of streams a `filter` of its own in its manifest',
  ).toEqual([kind.category])
  expect(wording.titleOf(`${kind.category}-7`)).toBe(`${kind.title} 7`)
  expect(kind.streamOf('7')).toBe(`${kind.category}-7`)
  expect(wording.streamsCalled('aB').map((stream) => stream.toLowerCase())).toContain(
    `${kind.category}-ab`.toLowerCase(),
  )
})

test('every category with personal data records each access to it', () => {
  const personal = Object.values(eventDefinitions).flatMap((one) => (one.personal ? [one.category.name] : []))
  const recorded = kinds.flatMap(({ category, isPersonal }) => (isPersonal ? [category] : []))
  expect(new Set(recorded), 'set `isPersonal` of the kinds of streams with personal texts').toEqual(new Set(personal))
})

test('every category has a fold, except those that are mere records', () => {
  const withoutFold = kinds.flatMap(({ category, fold }) => (fold === undefined ? [category] : []))
  expect(withoutFold.toSorted(), 'give the kind of stream a `fold` in its manifest').toEqual([
    'audit',
    'ops',
    'personalKey',
    'shop',
  ])
})

test.each(Object.entries(manifests))('the privacy policy names exactly the personal fields of %s', (_, one) => {
  const kept = Object.entries(one.events).flatMap(([type, { schema, personal }]) =>
    textsOf(schema)
      .filter((text) => personal?.fields.some((field) => text === field || text.startsWith(`${field}.`)))
      .map((text) => `${type}.${text}`),
  )
  expect(
    one.privacy.flatMap(({ fields }) => Object.keys(fields)).toSorted(),
    'list each personal field in "fields" of one row of the privacy policy (domain/wording.ts)',
  ).toEqual(kept.toSorted())
})

test('a row of the privacy policy says in words what each of its fields is', () => {
  const unsaid = allManifests.flatMap(({ privacy }) =>
    privacy.flatMap(({ what, fields }) =>
      Object.entries(fields).filter(([, words]) => words === '' || !what.toLowerCase().includes(words.toLowerCase())),
    ),
  )
  expect(unsaid, 'add these words, which stand for the field, to `what` of its row (domain/wording.ts)').toEqual([])
})

test('no two rows of the privacy policy have the same order', () => {
  const rows = allManifests.flatMap(({ privacy }) => privacy)
  const shared = rows.filter(({ order }) => rows.filter((row) => row.order === order).length > 1)
  expect(
    shared.map(({ what, order }) => `${order}: ${what}`),
    'give each of these rows (domain/wording.ts) an `order` of its own, such as 4.5 between 4 and 5',
  ).toEqual([])
})

test('a read model built from personal events is listed as personal, so that erasures wait for it', () => {
  const forgotten = Object.values(manifests).flatMap(({ projections, personalReadModels }) =>
    Object.entries(projections).filter(([name, made]) => {
      // A projection of all events stores their positions but none of their data.
      if (typeof made === 'function' || personalReadModels.includes(name)) return false
      return Object.keys(made.on).some((type) => eventDefinitions[type]?.personal !== undefined)
    }),
  )
  expect(
    forgotten.map(([name]) => name),
    'add these to `personalReadModels` of the manifest',
  ).toEqual([])
})

test('a personal read model folds the erasure of every category whose personal data it uses', () => {
  const erasures = Object.entries(eventDefinitions).filter(([type]) => type.endsWith('PersonalDataErased'))
  expect(erasures.length).toBeGreaterThan(1)
  const unfolded = allProjections.flatMap(({ name, on }) => {
    if (!personalReadModels.includes(name)) return []
    const taken = Object.keys(on).flatMap((type) => eventDefinitions[type] ?? [])
    const categories = new Set(taken.flatMap(({ personal, category }) => (personal ? category.name : [])))
    const owed = erasures.filter(([type, { category }]) => categories.has(category.name) && !(type in on))
    return owed.map(([type]) => `${name}: ${type}`)
  })
  expect(unfolded, 'fold these events: overwrite the personal columns with `erasedText`').toEqual([])
})

const modulesFolder = join(import.meta.dirname, '..')

test('each event is defined by a comment above its schema or its entry', async () => {
  const folders = ['modules', 'core/event-store']
  const root = join(modulesFolder, '..')
  // The entries of these two have computed names.
  const defined = new Set<string>(Object.values(skipTypes))
  for await (const file of glob(
    folders.map((folder) => `${folder}/**/events.ts`),
    { cwd: root },
  )) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, type = ''] of text.matchAll(/\*\/\n *(?:const )?(\w+)(?::| =) /g)) defined.add(type)
  }
  const undefinedTypes = Object.keys(eventDefinitions).filter((type) => !defined.has(type))
  expect(undefinedTypes, 'say in a comment above each of these what has happened').toEqual([])
})

test('each decider has a specification, which also tests it on the history of an erased person', async () => {
  const files = await readdir(modulesFolder, { recursive: true })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const deciders = await filesWith(sources, ': Decider<')
  expect(deciders).toContain('ordering/domain/order.ts')
  const tests = deciders.map((file) => file.replace('.ts', '.test.ts'))
  expect(await filesWith(tests, 'specificationOf('), 'test these deciders with specificationOf').toEqual(tests)
})

async function filesWith(files: readonly string[], words: string): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(modulesFolder, file), 'utf8')))
  return files.filter((_, i) => texts[i]?.includes(words))
}
