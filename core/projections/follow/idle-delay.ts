import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeUpSignal } from '../../async/wake-up-signal.ts'

/** In ms. */
export type IdleTiming = {
  /** While events keep coming a follower rests between two pages, so that it takes them together; at most so long. */
  idleDelayMs: number
  /** While many come it rests this long, unless somebody waits for what it would read. */
  busyIdleDelayMs: number
}

/** Rests so many times as long as a page has taken: the busier the machine, the less it asks of it. */
const restFactor = 3

/** So many events a second are many: a few large pages cost a fraction of what many small ones do. */
const busyPerSecond = 100

/** The rests of one follower. */
export type IdleDelay = {
  /** A read begins. */
  begin(): void
  /** So many events were looked at, taken or not. */
  scanned(events: number): void
  /** The read has come to the end of the log. */
  end(): void
  /** Resolves when the rest after it is over, at once when `signal` aborts. */
  wait(): Promise<void>
}

/** `hurry` ends a long rest. */
export function createIdleDelay(
  timing: IdleTiming,
  { hurry, signal }: { hurry: WakeUpSignal; signal: AbortSignal },
): IdleDelay {
  let beganAt = performance.now()
  let endedAt = beganAt
  let count = 0
  let perSecond = 0

  return {
    begin() {
      beganAt = performance.now()
    },
    scanned(events) {
      count += events
    },
    end() {
      const now = performance.now()
      perSecond = (count * 1_000) / (now - endedAt)
      endedAt = now
      count = 0
    },
    async wait() {
      const shortMs = Math.min(timing.idleDelayMs, (endedAt - beganAt) * restFactor)
      await pause(endedAt + shortMs - performance.now(), signal)
      if (perSecond >= busyPerSecond) await hurry.wait(endedAt + timing.busyIdleDelayMs - performance.now(), signal)
    },
  }
}

/** Resolves after `ms`, or when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
