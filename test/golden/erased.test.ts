import { expect, test } from 'vitest'
import { sealedField } from '#core/event-store/codec/sealed-event.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { expectedOf, goldenNames, readGolden } from './golden-files.ts'
import { erasedGoldenNames, readErased } from './log.ts'

const affected = await erasedGoldenNames()
const described = (await goldenNames('erased/decoded')).map(({ name }) => name)

test.each(affected)('the golden event $name decodes as before once its person is erased', async ({ name }) => {
  expect(described, `test/golden/erased/decoded/${name}.json is missing: run "npm run golden"`).toContain(name)
  expect(await readErased(name)).toEqual(await expectedOf('erased/decoded', name))
})

test('every event in erased/decoded holds data of an erased person', () => {
  expect(described.toSorted()).toEqual(affected.map(({ name }) => name).toSorted())
})

const personal = Object.entries(eventDefinitions).filter(([, definition]) => definition.personal !== undefined)

test.each(personal)('personal data of %s reads as erased in its current version', async (type, { version }) => {
  const ofVersion = affected.filter((one) => one.type === type && one.version === version)
  const events = await Promise.all(ofVersion.map(({ name }) => readGolden('events', name)))
  const sealed = events.filter(({ data }) => Object.hasOwn(data, sealedField))
  const remedy = 'add one with personal data of an erased person'
  expect(sealed, `${type} has no golden event of version ${version} that reads as erased: ${remedy}`).not.toHaveLength(
    0,
  )
})
