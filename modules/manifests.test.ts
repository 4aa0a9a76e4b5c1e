import { expect, test } from 'vitest'
import { auditWording } from './audit/wording.ts'
import { allManifests, eventDefinitions } from './manifests.ts'

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

test('a module whose events say something about persons says in the privacy policy what it keeps', () => {
  const silent = allManifests.filter(
    ({ events, privacy }) => privacy.length === 0 && Object.values(events).some(({ personal }) => personal),
  )
  expect(silent.map(({ tag }) => tag)).toEqual([])
})
