import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventStore } from '#core/event-store/event-store.ts'
import { followersCheck, type FollowerReadinessDeps } from '#core/projections/admin/readiness.ts'
import { createContinuity } from '#core/projections/continuity/continuity.ts'
import { appendPurses, openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { noSearchIndex } from '#test/support/projections/no-search-index.ts'
import { pursesProjection } from '#test/support/projections/purses.ts'

let workbench: Workbench
let isOld: boolean

beforeEach(async () => {
  isOld = false
  workbench = await openWorkbench()
  await workbench.operations().prepare()
})

afterEach(() => workbench.dispose())

const readAll: EventStore['readAll'] = async (...asked) => {
  const page = await workbench.store.readAll(...asked)
  return isOld ? { ...page, events: page.events.map((event) => ({ ...event, at: '2026-11-20T09:30:00.000Z' })) } : page
}

function check(changes: Partial<FollowerReadinessDeps> = {}) {
  return followersCheck({
    infrastructure: { database: workbench, store: { ...workbench.store, readAll }, searchIndex: noSearchIndex },
    projections: [pursesProjection()],
    positions: { behind: () => [] },
    roles: ['projections'],
    headAtStart: () => 0,
    ...changes,
  })
}

/** As if nothing had moved, and nothing been written, for a minute. */
async function aMinutePasses(): Promise<void> {
  await workbench.pool.query(`update projection_checkpoints set updated_at = updated_at - interval '1 minute'`)
  isOld = true
}

describe('the followers of a process', () => {
  test('are stuck when they have had pending events for long and have processed none', async () => {
    await appendPurses(workbench, 3)
    expect(await check().missing()).toBeUndefined()
    await aMinutePasses()
    expect(await check().missing()).toBe('all have failed or are stuck: purses')
    expect(await check().degraded?.()).toMatchObject([{ name: 'purses', remedy: expect.stringContaining('engines') }])
  })

  test('are not stuck while nothing is pending, or only for a moment', async () => {
    await aMinutePasses()
    expect(await check().missing()).toBeUndefined()
    isOld = false
    await appendPurses(workbench, 3)
    expect(await check().missing()).toBeUndefined()
    expect(await check().degraded?.()).toEqual([])
  })

  test('are left to a newer release only while one of its processes runs', async () => {
    await appendPurses(workbench, 3)
    await workbench.pool.query(`update projection_checkpoints set version = 2`)
    expect(await check().degraded?.()).toEqual([])
    await aMinutePasses()
    expect(await check().missing()).toBe('all have failed or are stuck: purses')
    expect(await check().degraded?.()).toMatchObject([
      {
        name: 'purses',
        reason: expect.stringContaining('newer release'),
        remedy: expect.stringContaining('replay purses'),
      },
    ])
  })

  test('of another process only degrade this one', async () => {
    await appendPurses(workbench, 3)
    await aMinutePasses()
    expect(await check({ roles: ['api'] }).missing()).toBeUndefined()
    expect(await check({ roles: ['api'] }).degraded?.()).toMatchObject([{ name: 'purses' }])
  })

  test('that had failed before the start are not waited for', async () => {
    await workbench.pool.query(`update projection_checkpoints set status = 'failed'`)
    const behind = { behind: () => ['purses'] }
    expect(await check({ roles: ['api'], positions: behind }).missing()).toBeUndefined()
    expect(await check({ positions: behind }).missing()).toBe('all have failed or are stuck: purses')
  })

  test('require the log to be connected or adopted, not a retry, while log and database do not match', async () => {
    const head = await appendPurses(workbench, 3)
    await workbench.pool.query(
      `update projection_checkpoints
       set position = $1, last_position = $1, last_id = gen_random_uuid(), last_is_known = true`,
      [head + 10],
    )
    await createContinuity(workbench).check()
    const [degradation] = (await check().degraded?.()) ?? []
    expect(degradation).toEqual({
      name: 'purses',
      reason: 'it has processed the events of another event log',
      remedy: expect.stringMatching(/^Connect the event store .* adopt-log"\.$/),
    })
    await expect(workbench.operations().retry('purses')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('adopt-log'),
    })
    expect(await workbench.slot('live')).toMatchObject({ status: 'failed' })
  })

  test('catch up with the head once at the start, and not again after a rollback', async () => {
    const late = { names: ['purses'] }
    const checking = check({ positions: { behind: () => late.names } })
    expect(await checking.missing()).toBe('catching up: purses')
    late.names = []
    expect(await checking.missing()).toBeUndefined()
    late.names = ['purses']
    expect(await checking.missing()).toBeUndefined()
    expect(await check({ headAtStart: () => undefined }).missing()).toBe('the shop is still starting')
  })
})
