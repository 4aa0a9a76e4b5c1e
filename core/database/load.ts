import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Listener } from './listener.ts'

const channel = 'demand'

/** The listener itself reports '' when it has connected. */
const word = 'often'

/** Heard by all who give way. @throws EngineUnavailable */
export async function announceLoad(db: Db): Promise<void> {
  await sql`select pg_notify(${channel}, ${word})`.execute(db)
}

/** So many requests within a second are many: their callers would feel what else the machine does. */
const often = 20
const windowMs = 1_000

/**
 * Returns what is to be called at each request. `tell` is called once in each second that has many, and may fail: then
 * somebody does not give way, which is no more than slow.
 */
export function loadAnnouncer(tell: () => Promise<unknown>, now: () => number = () => performance.now()): () => void {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    if (now() - since >= windowMs) {
      since = now()
      count = 0
    }
    count += 1
    if (count === often) void tell().catch(() => undefined)
  }
}

/** What work that can wait asks about callers who cannot. */
export type BackPressure = {
  /** Whether callers are many, by the last that was heard. */
  isDue(): boolean
  /** How long to rest after so many ms of work. */
  delayAfter(ms: number): number
}

export const noBackPressure: BackPressure = { isDue: () => false, delayAfter: () => 0 }

/** A little longer than the time between two words of it. */
const heardForMs = 2_500

/** Of seven ms that pass, work that gives way takes one: so few calls meet it that the slowest twentieth hardly does. */
const restFactor = 6
const longestRestMs = 5_000

/** Hears of callers in any process, this one too. The channel is listened to for as long as `listener` is open. */
export function backPressureFrom(
  listener: Pick<Listener, 'listen'>,
  now: () => number = () => performance.now(),
): BackPressure {
  let until = Number.NEGATIVE_INFINITY
  listener.listen(channel, (payload) => {
    if (payload === word) until = now() + heardForMs
  })
  const isDue = () => now() < until
  return { isDue, delayAfter: (ms) => (isDue() ? Math.min(ms * restFactor, longestRestMs) : 0) }
}
