import { describe, expect, test } from 'vitest'
import type { Checkpoint } from '../checkpoints/checkpoints.ts'
import { statusOf } from './status.ts'
import type { Subscription } from '../follow/subscription.ts'

const subscription: Subscription = {
  name: 'orders',
  kind: 'table',
  version: 2,
  shape: 'abc',
  types: [],
  live: () => ({ write: () => Promise.resolve(undefined) }),
}

function checkpoint(changes: Partial<Checkpoint>): Checkpoint {
  return {
    name: 'orders',
    slot: 'live',
    kind: 'table',
    version: 2,
    shape: 'abc',
    generation: 1,
    position: 100,
    changed_position: 90,
    total: null,
    status: 'live',
    error: null,
    events_per_second: 12.4,
    eta_seconds: null,
    last_position: null,
    last_id: null,
    last_is_known: true,
    updated_at: '2026-11-20T10:00:00.000Z',
    age_seconds: 1,
    ...changes,
  }
}

const error = { message: 'no such order' }

describe('the status of a projection', () => {
  test('is live at the head, with its speed', () => {
    const status = statusOf(subscription, { live: checkpoint({}), next: undefined, isUnderWay: false, head: 100 })
    expect(status).toEqual({
      name: 'orders',
      version: 2,
      status: 'live',
      position: 100,
      lag: 0,
      eventsPerSecond: 12,
      updatedAt: '2026-11-20T10:00:00.000Z',
    })
  })

  test.each([
    ['stays live while it keeps moving', { age_seconds: 1 }, 103, 'live'],
    ['is catching up when it does not move behind the head', { age_seconds: 60 }, 103, 'catching-up'],
    ['is live while idle at the head', { age_seconds: 6_000 }, 100, 'live'],
    ['is catching up while its pages are full', { status: 'catching-up' as const }, 103, 'catching-up'],
    ['is failed when it is marked as failed', { status: 'failed' as const, error }, 103, 'failed'],
  ] as const)('%s', (...[, changes, head, status]) => {
    const shown = statusOf(subscription, { live: checkpoint(changes), next: undefined, isUnderWay: false, head })
    expect(shown).toMatchObject({ status, lag: head - 100 })
  })

  test('does not show an outdated speed', () => {
    const live = checkpoint({ age_seconds: 11 })
    expect(statusOf(subscription, { live, next: undefined, isUnderWay: false, head: 100 }).eventsPerSecond).toBe(0)
  })

  test('is rebuilding, with the progress, during a replay', () => {
    const next = checkpoint({ slot: 'next', status: 'building', position: 25, total: 100, eta_seconds: 3 })
    expect(statusOf(subscription, { live: checkpoint({}), next, isUnderWay: true, head: 100 })).toMatchObject({
      status: 'rebuilding',
      position: 100,
      rebuild: { position: 25, total: 100, percent: 25, etaSeconds: 3 },
    })
  })

  test('is that of the live build when a replay was interrupted', () => {
    const next = checkpoint({ slot: 'next', status: 'building' })
    const shown = statusOf(subscription, { live: checkpoint({}), next, isUnderWay: false, head: 100 })
    expect(shown.status).toBe('live')
    expect(shown).not.toHaveProperty('rebuild')
  })

  test('stays live with the error of a failed replay, unless the code needs that replay', () => {
    const next = checkpoint({ slot: 'next', status: 'failed', error })
    const found = { next, isUnderWay: false, head: 100 }
    expect(statusOf(subscription, { ...found, live: checkpoint({}) })).toMatchObject({ status: 'live', error })
    expect(statusOf(subscription, { ...found, live: checkpoint({ version: 1 }) })).toMatchObject({
      status: 'failed',
      error,
    })
  })

  test('is catching up before anything was prepared', () => {
    const shown = statusOf(subscription, { live: undefined, next: undefined, isUnderWay: false, head: 5 })
    expect(shown).toMatchObject({ status: 'catching-up', position: 0, lag: 5, eventsPerSecond: 0 })
  })
})
