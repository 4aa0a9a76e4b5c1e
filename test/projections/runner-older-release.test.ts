import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '#core/telemetry/log.ts'
import { eventually } from '#test/support/eventually.ts'
import { pursesProjection } from '#test/support/projections/purses.ts'
import {
  appendPurses,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'

let workbench: Workbench
let warnings: { msg: string; subscriptions: string[] }[]

const newer = [pursesProjection({ version: 2 })]

beforeEach(async () => {
  warnings = []
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

/** Starts this release, whose purses are of version 1. */
const startOlder = () => {
  const log = openLog('warn', { write: (line) => void warnings.push(JSON.parse(line)) })
  return workbench.start({ log })
}

const versions = async () => {
  const { rows } = await workbench.pool.query(`select slot, version from projection_checkpoints order by slot`)
  return Object.fromEntries(rows.map(({ slot, version }) => [slot, version]))
}

test('an older release leaves the build of a newer one unchanged, and reports the remedy once', async () => {
  const first = await workbench.start({ projections: newer })
  await workbench.untilPassed(await appendPurses(workbench, 20))
  await (await startOlder()).stop()
  await startOlder()
  expect(await versions()).toEqual({ live: 2 })
  await workbench.untilPassed(await appendPurses(workbench, 5))
  await first.stop()
  expect(warnings.map(({ subscriptions }) => subscriptions)).toEqual([['purses'], ['purses']])
  expect(warnings[0]?.msg).toContain('npm run ops -- replay purses')
  expect(await versions()).toEqual({ live: 2 })
})

test('an older release builds its own version when an operator requests it, and then feeds it', async () => {
  const first = await workbench.start({ projections: newer })
  await workbench.untilPassed(await appendPurses(workbench, 20))
  await first.stop()
  await startOlder()
  await workbench.operations().requestReplay('purses')
  await eventually(async () => expect(await versions()).toEqual({ live: 1, prev: 2 }))
  await workbench.untilPassed(await appendPurses(workbench, 5))
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
})

test('a newer release that starts again rebuilds its version, once', async () => {
  const first = await workbench.start({ projections: newer })
  await workbench.untilPassed(await appendPurses(workbench, 20))
  await first.stop()
  await workbench.operations().replay('purses')
  await workbench.start({ projections: newer })
  await eventually(async () => expect(await versions()).toEqual({ live: 2, prev: 1 }))
  await startOlder()
  expect(await versions()).toEqual({ live: 2, prev: 1 })
})
