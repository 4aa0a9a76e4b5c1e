import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeUpSignal } from '../../async/wake-up-signal.ts'

/** In milliseconds. */
export type IdleTiming = {
  /** The longest delay between two pages while events keep arriving; it lets them be processed together. */
  idleDelayMs: number
  /** The delay while many events arrive, unless a query waits for the read model. */
  busyIdleDelayMs: number
}

/** The delay as a multiple of the time that a page took: the busier the machine, the lower the load on it. */
const delayFactor = 3

/** From this rate on events are many: a few large pages cost a fraction of many small ones. */
const busyPerSecond = 100

/** The delays of one subscription. */
export type IdleDelay = {
  /** A catch-up begins. */
  begin(): void
  /** So many events were scanned, of any type. */
  scanned(events: number): void
  /** The catch-up has ended. */
  end(): void
  /** Resolves when the delay is over, at once when `signal` aborts. */
  wait(): Promise<void>
}

/** `hurry` ends a long delay. */
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
      const shortMs = Math.min(timing.idleDelayMs, (endedAt - beganAt) * delayFactor)
      await pause(endedAt + shortMs - performance.now(), signal)
      if (perSecond >= busyPerSecond) await hurry.wait(endedAt + timing.busyIdleDelayMs - performance.now(), signal)
    },
  }
}

/** Resolves after `ms`, or when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
