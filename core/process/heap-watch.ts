import { getHeapStatistics } from 'node:v8'
import type { Log } from '../telemetry/log.ts'

/** Bytes of the JavaScript heap that are used, garbage included, and the limit at which the process dies. */
export type HeapUse = { used: number; limit: number }

const everyMs = 1_000
const nearShare = 0.85
const farShare = 0.7
/** V8 collects garbage only when it must, so a single look near the limit says little. */
const looksBeforeWarning = 3

/** Looks at the heap of this process every second until it is closed, and warns near the limit; never keeps the process. */
export function watchHeap(log: Log): () => void {
  const look = heapAlarm(log)
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    look({ used, limit })
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** Warns once when three looks in a row found the heap near its limit, and again only after it was well below. */
export function heapAlarm(log: Pick<Log, 'warn' | 'info'>): (use: HeapUse) => void {
  let looksNear = 0
  let hasWarned = false
  return ({ used, limit }) => {
    const share = used / limit
    const figures = { heapUsedMb: megabytes(used), heapLimitMb: megabytes(limit) }
    looksNear = share >= nearShare ? looksNear + 1 : 0
    if (!hasWarned && looksNear >= looksBeforeWarning) {
      hasWarned = true
      log.warn(
        { ...figures, remedy: 'Raise SHOP_HEAP_MB, and see that the machine has the memory.' },
        `the heap uses ${figures.heapUsedMb} of at most ${figures.heapLimitMb} MB: beyond that the process ends`,
      )
    } else if (hasWarned && share < farShare) {
      hasWarned = false
      log.info(figures, 'the heap is well below its limit again')
    }
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
