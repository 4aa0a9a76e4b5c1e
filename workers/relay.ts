import { setTimeout as sleep } from 'node:timers/promises'
import type { JobQueue } from '#core/jobs/queue.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { NotificationsModule } from '#modules/notifications/module.ts'
import type { SendingPolicy } from './sending-policy.ts'

/** Calls back soon after new notifications were written; returns what ends it. A hint: the relay polls as well. */
export type Listen = (channel: string, callback: () => void) => () => void

export type RelayDeps = {
  notifications: Pick<NotificationsModule, 'handOver' | 'channel'>
  queue: Pick<JobQueue, 'add' | 'remove'>
  listen: Listen
  policy: Pick<SendingPolicy, 'queueLeaseMs' | 'pollMs' | 'burstRestMs'>
  log: Log
}

export type Relay = { stop(): Promise<void> }

const batchSize = 100

/**
 * Hands notifications to the job queue: new ones, and those that nobody has looked after for too long, be it that the
 * queue was wiped or that a worker died. Never inside a request; a queue that is down delays, and loses nothing. Of a
 * burst it hands over about as many as can be sent: the others cost nothing while they wait in their rows.
 */
export function startRelay(deps: RelayDeps): Relay {
  let round: Promise<void> | undefined
  let isRungAgain = false
  const stopping = new AbortController()
  let isWell = true

  async function handOverAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await handOverBatch(deps)) === 'more')
        await sleep(deps.policy.burstRestMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!isWell) deps.log.info('notifications are relayed to the queue again')
      isWell = true
    } catch (error) {
      if (isWell) deps.log.warn({ err: error }, 'notifications cannot be relayed to the queue now; they wait')
      isWell = false
    }
  }

  function ring(): void {
    if (stopping.signal.aborted) return
    isRungAgain = round !== undefined
    round ??= handOverAll().finally(() => {
      round = undefined
      if (isRungAgain) ring()
    })
  }

  const poll = setInterval(ring, deps.policy.pollMs)
  const stopListening = deps.listen(deps.notifications.channel, ring)
  ring()

  return {
    async stop() {
      stopping.abort()
      clearInterval(poll)
      stopListening()
      await round
    },
  }
}

/**
 * Into the queue first, marked afterwards: who dies in between has done it twice, which the queue, and at last the row,
 * takes for once. One that was put back while its failed try still ends waits for that: the queue would take the new job
 * for the old one, which is about to rest for hours. `more` where a rest is worth it, as some still wait.
 */
async function handOverBatch({ notifications, queue, policy }: RelayDeps): Promise<'more' | 'all'> {
  const rows = await notifications.handOver.due(batchSize)
  const ids: string[] = []
  for (const { id, isPutBack } of rows) if (!isPutBack || (await queue.remove(id))) ids.push(id)
  if (ids.length > 0) {
    await queue.add(ids)
    await notifications.handOver.markQueued(ids, policy.queueLeaseMs)
  }
  return rows.length === batchSize || ids.length < rows.length ? 'more' : 'all'
}
