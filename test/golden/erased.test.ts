import { expect, test } from 'vitest'
import { expectedOf, goldenNames } from './golden-files.ts'
import { namesOfErased, readErased } from './log.ts'

const concerned = await namesOfErased()
const described = (await goldenNames('erased/decoded')).map(({ name }) => name)

test.each(concerned)('the golden event $name reads as it always has once its person is erased', async ({ name }) => {
  expect(described, `test/golden/erased/decoded/${name}.json is missing: run "npm run golden"`).toContain(name)
  expect(await readErased(name)).toEqual(await expectedOf('erased/decoded', name))
})

test('every event that is described as erased holds texts of the erased person', () => {
  expect(described.toSorted()).toEqual(concerned.map(({ name }) => name).toSorted())
})
