import { describe, expect, it } from 'vitest'
import type { Job } from '#modules/notifications/schema.ts'
import { bulkSteps, stepsOf } from './mail-steps.ts'

const mail = (status: Job['status'], more: Partial<Job> = {}): Job => ({
  id: status,
  kind: 'order-placed',
  channel: 'email',
  stream: 'order-ORD1',
  revision: 0,
  state: 'waiting',
  status,
  attempts: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...more,
})

const nextAttemptAt = '2026-11-20T11:00:00.000Z'

describe('the steps of a mail', () => {
  it('offer to try one again that has failed or waits for its next attempt, and no other', () => {
    expect(stepsOf(mail('failed'))).toEqual(['retry'])
    expect(stepsOf(mail('queued', { nextAttemptAt }))).toEqual(['retry'])
    for (const status of ['queued', 'pending', 'sending', 'cancelled'] as const)
      expect(stepsOf(mail(status))).toEqual([])
  })

  it('offer for several what at least one of them can take, in one order', () => {
    const actions = bulkSteps([mail('sent'), mail('held'), mail('failed')]).map(({ text }) => text.action)
    expect(actions).toEqual(['Try again', 'Send', 'Mark as not sent', 'Send again'])
    expect(bulkSteps([mail('sending')])).toEqual([])
  })
})
