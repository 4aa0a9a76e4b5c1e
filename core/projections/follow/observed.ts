import type { RecordedEvent } from '../../event-store/event-store.ts'
import type { LiveSink } from './subscription.ts'
import type { Mark } from '../checkpoints/checkpoints.ts'

/** Hooks for metrics, called for every page and every failure. */
export type FollowerMetrics = {
  page(name: string, page: { events: number; seconds: number }): void
  /** Called once the rows for these events are written; `startedAt` is from `performance.now()`. */
  wrote(name: string, page: { events: readonly RecordedEvent[]; startedAt: number }): void
  failed(name: string): void
}

type Written = { to: number; events: readonly RecordedEvent[]; startedAt: number }

/** Reports the events of each page once they are stored. */
export function observed(name: string, sink: LiveSink, metrics: FollowerMetrics | undefined): LiveSink {
  if (metrics === undefined) return sink
  const { write, flush, stored } = sink
  let written: Written[] = []
  const report = (mark: Mark | undefined) => {
    const upTo = (stored === undefined ? mark : stored())?.position ?? -1
    for (const page of written) if (page.to <= upTo) metrics.wrote(name, page)
    // After a failure, events that were not stored are read again.
    written = mark === undefined ? [] : written.filter(({ to }) => to > upTo)
    return mark
  }
  return {
    ...sink,
    async write(db, page, move) {
      const startedAt = performance.now()
      written = written.filter(({ to }) => to <= move.from.position)
      written.push({ to: page.to, events: page.events, startedAt })
      return report(await write(db, page, move))
    },
    ...(flush === undefined ? {} : { flush: async (db) => report(await flush(db)) }),
  }
}
