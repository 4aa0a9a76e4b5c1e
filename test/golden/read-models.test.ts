import { expect, test } from 'vitest'
import { allProjections } from '#modules/manifests.ts'
import { goldenLog } from './log.ts'
import { frozenNames, frozenOf, notFrozen, stepsOf } from './read-models.ts'

const log = await goldenLog()

test.each(allProjections)(
  '$name makes the same rows of the golden log as ever, while its version stays',
  async (one) => {
    for (const { after, upTo, steps } of await frozenOf(one)) {
      expect(
        stepsOf(one, log, { after, upTo }),
        `${one.name} changes what it stores: raise its version, and say in the change which read models an operator must replay`,
      ).toEqual(steps)
    }
  },
)

test.each(allProjections)('$name has frozen rows of every golden event that it takes', async (one) => {
  const missing = notFrozen(one, await frozenOf(one), log)
  const file = `test/golden/read-models/${missing?.name}.json`
  expect(missing, `${one.name} has no golden rows of version ${one.version}, ${file}: run "npm run golden"`).toBe(
    undefined,
  )
})

test('every frozen file is of a projection of the shop', async () => {
  const known = new Set(allProjections.map(({ name }) => name))
  const strangers = (await frozenNames()).filter((name) => !known.has(name.replace(/[.]v\d+([.]after-\d+)?$/, '')))
  expect(strangers, 'delete the golden rows of a projection together with it').toEqual([])
})
