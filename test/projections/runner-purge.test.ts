import { afterEach, beforeEach, expect, test } from 'vitest'
import { Rejection } from '#core/domain/errors.ts'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/event-store/held-store.ts'
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

const schemasOfPurses = async () => {
  const { rows } = await workbench.pool.query<{ nspname: string }>(
    `select nspname from pg_namespace where nspname like 'read\\_purses%' order by nspname`,
  )
  return rows.map(({ nspname }) => nspname)
}

/** Higher after each build that has replaced the live one. */
const liveGeneration = async () => {
  const { rows } = await workbench.pool.query<{ generation: number }>(
    `select generation from projection_checkpoints where name = 'purses' and slot = 'live'`,
  )
  return rows[0]?.generation ?? 0
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('the previous build is purged, and a later replay keeps one again', async () => {
  await workbench.start()
  await workbench.untilPassed(await appendPurses(workbench, 50))
  const operations = workbench.operations()
  await operations.replay('purses')
  expect(await schemasOfPurses()).toEqual(['read_purses', 'read_purses_prev'])
  await operations.purgeStaleBuilds(['purses'])
  expect(await schemasOfPurses()).toEqual(['read_purses'])
  expect(await workbench.slot('prev')).toBeUndefined()
  await operations.replay('purses')
  expect(await schemasOfPurses()).toEqual(['read_purses', 'read_purses_prev'])
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
})

test('an interrupted build is purged, and resuming it starts from nothing', async () => {
  await workbench.start()
  await workbench.untilPassed(await appendPurses(workbench, 2_000))
  const stopping = new AbortController()
  const onProgress = () => stopping.abort()
  const begun = workbench.operations().replay('purses', { signal: stopping.signal, onProgress })
  expect(await reasonOf(begun)).toBe(stopping.signal.reason)
  expect(await schemasOfPurses()).toContain('read_purses_next')
  await workbench.operations().purgeStaleBuilds(['purses'])
  expect(await schemasOfPurses()).toEqual(['read_purses'])
  expect(await workbench.slot('next')).toMatchObject({ position: 0, status: 'stopped' })
  await workbench.operations().replay('purses', { resume: true })
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
})

test('a replay in progress starts over, and the process that runs the shop finishes it', async () => {
  const held = heldStore(workbench.store)
  await workbench.start()
  await workbench.untilPassed(await appendPurses(workbench, 2_000))
  const isHeld = held.hold()
  const generation = await liveGeneration()
  const begun = workbench.operations({ store: held.store }).replay('purses')
  const refused = reasonOf(begun)
  await isHeld
  const purged = workbench.operations().purgeStaleBuilds(['purses'])
  await eventually(async () => expect((await workbench.slot('next'))?.status).toBe('asked'))
  held.release()
  expect(await refused).toBeInstanceOf(Rejection)
  await purged
  // No previous build is awaited: if the runner took the lease first, its build has ended and the purge has dropped it.
  await eventually(async () => {
    expect(await workbench.slot('next')).toBeUndefined()
    expect(await liveGeneration()).toBeGreaterThan(generation)
  })
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
})

test('a verification in progress ends with a conflict, and leaves nothing', async () => {
  const held = heldStore(workbench.store)
  await workbench.start()
  await workbench.untilPassed(await appendPurses(workbench, 50))
  const isHeld = held.hold()
  const refused = reasonOf(workbench.operations({ store: held.store }).verify('purses'))
  await isHeld
  const purged = workbench.operations().purgeStaleBuilds(['purses'])
  await eventually(async () => {
    const { rows } = await workbench.pool.query(`select from projection_checkpoints where slot = 'verify'`)
    expect(rows).toEqual([])
  })
  held.release()
  expect(await refused).toBeInstanceOf(Rejection)
  await purged
  expect(await schemasOfPurses()).toEqual(['read_purses'])
  expect((await workbench.operations().verify('purses')).ok).toBe(true)
})
