import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Listener } from './listener.ts'

const channel = 'demand'

/** Distinguishes an announcement from the '' that the listener reports after connecting. */
const announcement = 'often'

/** Notifies background work in every process that it must yield to requests. @throws EngineUnavailable */
export async function announceLoad(db: Db): Promise<void> {
  await sql`select pg_notify(${channel}, ${announcement})`.execute(db)
}

/** At this many requests per window, callers would notice background work. */
const busyCount = 20
const windowMs = 1_000

/**
 * Returns a function to call at each request. It calls `announce` once in each second with many requests. A failure of
 * `announce` is ignored: background work then does not yield, which only slows requests down.
 */
export function loadAnnouncer(
  announce: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): () => void {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    if (now() - since >= windowMs) {
      since = now()
      count = 0
    }
    count += 1
    if (count === busyCount) void announce().catch(() => undefined)
  }
}

/** Announces when background work must yield to requests. */
export type BackPressure = {
  /** Whether there are many requests, according to the last announcement. */
  isDue(): boolean
  /** The pause, in ms, after `ms` of work. */
  delayAfter(ms: number): number
}

export const noBackPressure: BackPressure = { isDue: () => false, delayAfter: () => 0 }

/** A little longer than the time between two announcements. */
const validForMs = 2_500

/** Background work takes one ms in seven, so that so few requests compete with it that their p95 hardly changes. */
const delayFactor = 6
const longestDelayMs = 5_000

/** Receives the announcements of every process, including this one, for as long as `listener` is open. */
export function backPressureFrom(
  listener: Pick<Listener, 'listen'>,
  now: () => number = () => performance.now(),
): BackPressure {
  let until = Number.NEGATIVE_INFINITY
  listener.listen(channel, (payload) => {
    if (payload === announcement) until = now() + validForMs
  })
  const isDue = () => now() < until
  return { isDue, delayAfter: (ms) => (isDue() ? Math.min(ms * delayFactor, longestDelayMs) : 0) }
}
