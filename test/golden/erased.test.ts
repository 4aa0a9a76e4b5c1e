import { expect, test } from 'vitest'
import { sealedField } from '#core/event-store/codec/sealed-event.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { expectedOf, goldenNames, readGolden } from './golden-files.ts'
import { namesOfErased, readErased } from './log.ts'

const concerned = await namesOfErased()
const described = (await goldenNames('erased/decoded')).map(({ name }) => name)

test.each(concerned)('the golden event $name reads as it always has once its person is erased', async ({ name }) => {
  expect(described, `test/golden/erased/decoded/${name}.json is missing: run "npm run golden"`).toContain(name)
  expect(await readErased(name)).toEqual(await expectedOf('erased/decoded', name))
})

test('every event that is described as erased holds texts of an erased person', () => {
  expect(described.toSorted()).toEqual(concerned.map(({ name }) => name).toSorted())
})

const personal = Object.entries(eventDefinitions).filter(([, definition]) => definition.personal !== undefined)

test.each(personal)('personal texts of %s are read erased in its present version', async (type, { version }) => {
  const ofVersion = concerned.filter((one) => one.type === type && one.version === version)
  const events = await Promise.all(ofVersion.map(({ name }) => readGolden('events', name)))
  const sealed = events.filter(({ data }) => Object.hasOwn(data, sealedField))
  const remedy = 'describe one whose texts are of one of the erased persons'
  expect(sealed, `${type} has no golden event of version ${version} that reads as erased: ${remedy}`).not.toHaveLength(
    0,
  )
})
