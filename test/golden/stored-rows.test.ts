import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCodec, withCodec } from '#core/event-store/codec/codec.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { allProjections, eventDefinitions } from '#modules/shop/manifests.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { goldenKeys } from './golden-files.ts'
import { goldenLog, storedLog } from './log.ts'
import { goldenRows } from './read-models.ts'
import { putLog, rowsAfter, storedRows, storedSteps } from './stored-rows.ts'

const log = await goldenLog()
const { open } = await goldenRows()
const all = await Promise.all(
  allProjections.map(async (projection) => {
    const frozen = await open.frozenOf(projection)
    return { name: projection.name, projection, steps: frozen.flatMap(({ steps }) => steps) }
  }),
)

let stepwise: Workbench & { searchIndex: ProductSearchIndex }
let followed: Workbench & { searchIndex: ProductSearchIndex }

beforeAll(async () => {
  stepwise = await openStores()
  followed = await openStores()
  await putLog(followed.db, await storedLog())
  const codec = eventCodec({ definitions: eventDefinitions, personalData: await goldenKeys() })
  const { store, searchIndex } = followed
  await followed.start({ store: withCodec(store, codec), searchIndex, projections: allProjections })
})

afterAll(async () => {
  await stepwise.dispose()
  await followed.dispose()
})

async function openStores(): Promise<Workbench & { searchIndex: ProductSearchIndex }> {
  const workbench = await openWorkbench()
  return { ...workbench, searchIndex: openPostgresSearchIndex({ ...workbench, log: silentLog }) }
}

test.each(all)('$name stores the frozen rows after each golden event', async ({ projection, steps }) => {
  expect(await storedSteps(stepwise, projection, log)).toEqual(steps)
})

test.each(all)('$name follows the golden log to the frozen rows, and no others', async (one) => {
  await followed.untilPassed(log.length, one.name)
  expect(await storedRows(followed, one.projection)).toEqual(rowsAfter(one.steps))
})
