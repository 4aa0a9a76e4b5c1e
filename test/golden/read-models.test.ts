import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { allProjections } from '#modules/shop/manifests.ts'
import { goldenRows } from './read-models.ts'

const { open, erased } = await goldenRows()

const all = allProjections.flatMap((projection) => [
  { name: projection.name, projection, log: 'the golden log', golden: open },
  { name: projection.name, projection, log: 'the golden log after an erasure', golden: erased },
])

test.each(all)('$name makes the same rows of $log as ever, while its version stays', async (one) => {
  const { name, projection, golden } = one
  for (const { after, upTo, steps } of await golden.frozenOf(projection)) {
    expect(
      golden.stepsOf(projection, { after, upTo }),
      `${name} changes what it stores: raise its version, and say in the change which read models an operator must replay`,
    ).toEqual(steps)
  }
})

test.each(all)('$name has frozen rows of every event that it takes of $log', async ({ name, projection, golden }) => {
  const missing = await golden.missingOf(projection)
  const file = relative('.', missing?.path ?? '')
  expect(missing, `${name} has no golden rows of version ${projection.version}, ${file}: run "npm run golden"`).toBe(
    undefined,
  )
})

test.each([open, erased])('every frozen file in $folder is of a projection as it is now', async ({ names }) => {
  const present = new Set(allProjections.map(({ name, version }) => `${name}.v${version}`))
  const strangers = (await names()).filter((name) => !present.has(name.replace(/[.]after-\d+$/, '')))
  expect(strangers, 'delete the golden rows of an earlier version, and of a projection that is gone').toEqual([])
})
