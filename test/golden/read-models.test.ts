import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { allProjections } from '#modules/shop/manifests.ts'
import { goldenRows } from './read-models.ts'

const { open, erased } = await goldenRows()

const all = allProjections.flatMap((projection) => [
  { name: projection.name, projection, log: 'the golden log', golden: open },
  { name: projection.name, projection, log: 'the golden log after an erasure', golden: erased },
])

test.each(all)('$name projects $log to the same rows as long as its version is unchanged', async (one) => {
  const { name, projection, golden } = one
  for (const { after, upTo, steps } of await golden.frozenOf(projection)) {
    expect(
      golden.stepsOf(projection, { after, upTo }),
      `the rows of ${name} have changed: raise its version, and state in the change which read models an operator must replay`,
    ).toEqual(steps)
  }
})

test.each(all)(
  '$name has frozen rows for every event of $log that it handles',
  async ({ name, projection, golden }) => {
    const missing = await golden.missingOf(projection)
    const file = relative('.', missing?.path ?? '')
    expect(missing, `${name} has no golden rows of version ${projection.version}, ${file}: run "npm run golden"`).toBe(
      undefined,
    )
  },
)

test.each([open, erased])(
  'every frozen file in $folder belongs to the current version of a projection',
  async ({ names }) => {
    const present = new Set(allProjections.map(({ name, version }) => `${name}.v${version}`))
    const outdated = (await names()).filter((name) => !present.has(name.replace(/[.]after-\d+$/, '')))
    expect(outdated, 'delete the golden rows of earlier versions and of removed projections').toEqual([])
  },
)
