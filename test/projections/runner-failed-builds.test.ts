import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import {
  appendPurses,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

/** As left by three processes that died while they built. */
async function leaveBehind(attempts: number): Promise<void> {
  await workbench.operations().prepare()
  await workbench.operations().requestReplay('purses')
  await sql`update projection_checkpoints set status = 'building', attempts = ${attempts} where slot = 'next'`.execute(
    workbench.db,
  )
}

test('a build that has killed three processes stays failed with its remedy, and the live one continues', async () => {
  await leaveBehind(3)
  const runner = await workbench.start()
  await eventually(async () => expect((await workbench.slot('next'))?.status).toBe('failed'))
  expect(JSON.stringify(await workbench.slot('next'))).toContain('npm run ops -- replay purses')
  await workbench.untilPassed(await appendPurses(workbench, 20))
  await runner.stop()
  await workbench.operations().prepare()
  expect((await workbench.slot('next'))?.status).toBe('failed')
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
})

test('a build that has killed two processes is finished, and one requested by an operator starts over', async () => {
  await appendPurses(workbench, 20)
  await leaveBehind(2)
  const runner = await workbench.start()
  await eventually(async () => expect(await workbench.slot('next')).toBeUndefined())
  await runner.stop()
  await leaveBehind(3)
  await workbench.start()
  await eventually(async () => expect((await workbench.slot('next'))?.status).toBe('failed'))
  // The build is recorded as failed a moment before its lock is released.
  await eventually(() => workbench.operations().requestReplay('purses'))
  await eventually(async () => expect(await workbench.slot('next')).toBeUndefined())
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
})
