import { setTimeout as sleep } from 'node:timers/promises'
import type { JobQueue } from '#core/jobs/queue.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { NotificationsModule } from '#modules/notifications/module.ts'
import { mostInQueue, type SendingPolicy } from './sending-policy.ts'

/** Calls back after new notifications; returns a function that unsubscribes. Only a hint: the relay polls as well. */
export type Listen = (channel: string, callback: () => void) => () => void

export type RelayDeps = {
  notifications: Pick<NotificationsModule, 'handOver' | 'channel'>
  queue: Pick<JobQueue, 'add' | 'remove'>
  listen: Listen
  policy: Pick<SendingPolicy, 'perSecond' | 'queueLeaseMs' | 'pollMs' | 'burstDelayMs'>
  log: Log
}

export type Relay = { stop(): Promise<void> }

/**
 * Adds notifications to the job queue: new ones, and those left unattended because the queue was wiped or a worker
 * died. This never happens inside a request; an unavailable queue delays mails but loses none. Of a burst, it queues
 * only as many as can be sent soon: the others cost nothing while they wait in their rows.
 */
export function startRelay(deps: RelayDeps): Relay {
  let pass: Promise<void> | undefined
  let isWakePending = false
  const stopping = new AbortController()
  let isHealthy = true

  async function handOverAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await handOverBatch(deps)) === 'more')
        await sleep(deps.policy.burstDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!isHealthy) deps.log.info('notifications are added to the queue again')
      isHealthy = true
    } catch (error) {
      if (isHealthy) deps.log.warn({ err: error }, 'notifications cannot be added to the queue; the relay will retry')
      isHealthy = false
    }
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    isWakePending = pass !== undefined
    pass ??= handOverAll().finally(() => {
      pass = undefined
      if (isWakePending) wake()
    })
  }

  const poll = setInterval(wake, deps.policy.pollMs)
  const stopListening = deps.listen(deps.notifications.channel, wake)
  wake()

  return {
    async stop() {
      stopping.abort()
      clearInterval(poll)
      stopListening()
      await pass
    },
  }
}

/**
 * Adds to the queue before it marks the rows: after a crash in between, the rows are queued again, but the queue and
 * finally the row ignore the duplicate. A notification that is put back while its failed attempt is still ending is
 * skipped until the old job is gone: the queue would ignore the new job in favour of the old one, which may wait for
 * hours. Returns `more` if some may still wait.
 */
async function handOverBatch({ notifications, queue, policy }: RelayDeps): Promise<'more' | 'all'> {
  const { room, rows } = await notifications.handOver.due(mostInQueue(policy))
  const ids: string[] = []
  for (const { id, isPutBack } of rows) if (!isPutBack || (await queue.remove(id))) ids.push(id)
  if (ids.length > 0) {
    await queue.add(ids)
    await notifications.handOver.markQueued(ids, policy.queueLeaseMs)
  }
  return rows.length === room || ids.length < rows.length ? 'more' : 'all'
}
