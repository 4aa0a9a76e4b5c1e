import { EngineUnavailable } from '../../domain/errors.ts'
import { PositionNotInLog } from '../../event-store/event-store.ts'
import type { Db } from '../../database/database.ts'
import type { Log } from '../../telemetry/log.ts'
import { markCheckpoint, readCheckpoint } from '../checkpoints/checkpoints.ts'
import type { Continuity } from '../continuity/continuity.ts'
import { LogDiverged } from '../continuity/log-diverged.ts'
import { BufferNotWritten } from '../sinks/write-page.ts'
import { EventFailure, failureOf, pauseBefore } from './failures.ts'
import { pause } from './idle-delay.ts'
import type { Subscription } from './subscription.ts'

type AttemptsContext = {
  db: Db
  log: Log
  timing: { attempts: number }
  metrics?: { failed(name: string): void } | undefined
  continuity: Pick<Continuity, 'confirmNow'>
  signal: AbortSignal
}

type Attempts = {
  /** Runs `work`; a failure is followed by a growing pause, and finally marks the subscription as failed. */
  spend<T>(work: () => Promise<T>): Promise<T | undefined>
  areExhausted(): boolean
  renew: () => void
}

/**
 * An unavailable engine is not a failure: the subscription waits for it. An event that cannot be processed fails the
 * subscription after some attempts. Another log than the one that it followed fails it at once, because the comparison
 * has already marked it as failed.
 */
export function createRetryPolicy(subscription: Subscription, context: AttemptsContext): Attempts {
  const { db, log, timing, metrics, signal, continuity } = context
  const { name } = subscription
  const confirm = () => continuity.confirmNow(name)
  let [failed, waited] = [0, 0]

  async function waitForEngine(error: unknown): Promise<void> {
    if (waited === 0) log.warn({ err: error, subscription: name }, 'an engine does not answer; the subscription waits')
    await pause(pauseBefore(++waited), signal)
  }

  function leaveFailed(): void {
    failed = timing.attempts
    metrics?.failed(name)
  }

  async function onError(error: unknown): Promise<void> {
    if (signal.aborted) return
    if (error instanceof LogDiverged) leaveFailed()
    else if (error instanceof PositionNotInLog) await onMissingPosition(error, { confirm, waitForEngine, leaveFailed })
    else if (error instanceof EngineUnavailable) await waitForEngine(error)
    else if (error instanceof BufferNotWritten)
      log.warn({ err: error, subscription: name }, 'the subscription restarts from its checkpoint')
    else if (++failed >= timing.attempts) await giveUp(subscription, { db, log, metrics }, error)
    else {
      log.warn({ err: error, subscription: name, attempt: failed }, 'the subscription failed and retries')
      await pause(pauseBefore(failed), signal)
    }
  }

  return {
    async spend(work) {
      try {
        return await work()
      } catch (error) {
        await onError(error)
        return undefined
      }
    },
    areExhausted: () => failed >= timing.attempts,
    renew: () => void ([failed, waited] = [0, 0]),
  }
}

async function giveUp(
  subscription: Subscription,
  { db, log, metrics }: Pick<AttemptsContext, 'db' | 'log' | 'metrics'>,
  error: unknown,
) {
  const at = await readCheckpoint(db, subscription.name, 'live')
  if (at !== undefined) await markCheckpoint(db, at, { status: 'failed', error: failureOf(error) })
  log.error(
    { err: error, subscription: subscription.name, event: error instanceof EventFailure ? error.event : undefined },
    'the subscription has failed and processes no more events',
  )
  metrics?.failed(subscription.name)
}

type Ways = {
  confirm: () => Promise<'same' | 'rewound'>
  waitForEngine: (error: unknown) => Promise<void>
  leaveFailed: () => void
}

/** The server does not accept the position; only a comparison shows whether the log is a different one. */
async function onMissingPosition(
  error: PositionNotInLog,
  { confirm, waitForEngine, leaveFailed }: Ways,
): Promise<void> {
  try {
    if ((await confirm()) === 'same') await waitForEngine(error)
  } catch (found) {
    if (found instanceof LogDiverged) leaveFailed()
    else await waitForEngine(found)
  }
}
