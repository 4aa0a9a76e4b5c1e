import type { Position } from '../../event-store/event-store.ts'
import type { Kind } from '../checkpoints/checkpoints.ts'

/** The speed of a subscription or a build over the last seconds. */
export type Speed = { eventsPerSecond: number; positionsPerSecond: number }

/** Adapts the size of the pages that are read, and measures the speed. */
export type PageSize = {
  /** How many positions the next page covers. */
  limit(): number
  /** Returns to small pages, as after the end of the log was reached. */
  start(): void
  /** A page is done: its events, the positions it covered, and how long it took. */
  done(page: { events: number; positions: number; ms: number }): void
  speed(): Speed
}

const windowMs = 10_000
const smallest = 50
const first = 500
/** Beyond this a page only costs memory: reading and writing are as fast as they get. */
const largest = 2_000
const quickMs = 400
const slowMs = 1_500

/** A search index takes long for a page of any size, so small pages would make it even slower. */
export function leastPage(kind: Kind): number {
  return kind === 'search' ? first : smallest
}

type Limits = {
  /** A monotonic clock, in milliseconds. */
  now?: () => number
  most?: number
  least?: number
}

/** Pages grow while they are quick and full, and shrink when slow. */
export function createPageSize({
  now = () => performance.now(),
  most = largest,
  least = smallest,
}: Limits = {}): PageSize {
  let limit = Math.min(first, most)
  let samples: { at: number; from: number; events: number; positions: number }[] = []

  return {
    limit: () => limit,
    start() {
      limit = Math.min(first, most)
    },
    done({ events, positions, ms }) {
      const at = now()
      samples.push({ at, from: at - ms, events, positions })
      if (ms > slowMs) limit = Math.max(Math.min(least, most), Math.floor(limit / 2))
      else if (ms < quickMs && positions >= limit) limit = Math.min(most, limit * 2)
    },
    speed() {
      const at = now()
      samples = samples.filter((sample) => sample.at >= at - windowMs)
      const seconds = Math.max(at - (samples[0]?.from ?? at), 1_000) / 1_000
      const total = (of: (sample: { events: number; positions: number }) => number) =>
        samples.reduce((sum, sample) => sum + of(sample), 0) / seconds
      return {
        eventsPerSecond: total((sample) => sample.events),
        positionsPerSecond: total((sample) => sample.positions),
      }
    },
  }
}

/** The progress through the log. */
export type Progress = {
  position: Position
  total: Position
  /** 0 to 100, with one decimal. */
  percent: number
  eventsPerSecond: number
  /** `undefined` while it is unknown. */
  etaSeconds: number | undefined
}

export function progressOf(position: Position, total: Position, speed: Speed): Progress {
  const whole = Math.max(position, total)
  const left = whole - position
  return {
    position,
    total: whole,
    percent: percentOf(position, whole),
    eventsPerSecond: Math.round(speed.eventsPerSecond),
    etaSeconds: left === 0 ? 0 : etaOf(left, speed.positionsPerSecond),
  }
}

/** 0 to 100, with one decimal. */
export function percentOf(position: Position, total: Position): number {
  return total <= 0 ? 100 : Math.min(100, Math.floor((position / total) * 1_000) / 10)
}

function etaOf(left: number, perSecond: number): number | undefined {
  return perSecond > 0 ? Math.ceil(left / perSecond) : undefined
}
