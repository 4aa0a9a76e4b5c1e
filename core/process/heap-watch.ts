import { getHeapStatistics } from 'node:v8'
import type { Log } from '../telemetry/log.ts'

/** The used bytes of the JavaScript heap, including garbage, and the limit at which the process dies. */
export type HeapUse = { used: number; limit: number }

const everyMs = 1_000
const nearShare = 0.85
const farShare = 0.7
/** V8 collects garbage only when it must, so a single sample near the limit says little. */
const samplesBeforeWarning = 3

/** Samples the heap of this process every second until closed, and warns near the limit; does not keep it alive. */
export function watchHeap(log: Log): () => void {
  const sample = heapAlarm(log)
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    sample({ used, limit })
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** Warns once after three consecutive samples near the limit, and again only after one well below it. */
export function heapAlarm(log: Pick<Log, 'warn' | 'info'>): (use: HeapUse) => void {
  let samplesNear = 0
  let hasWarned = false
  return ({ used, limit }) => {
    const share = used / limit
    const figures = { heapUsedMb: megabytes(used), heapLimitMb: megabytes(limit) }
    samplesNear = share >= nearShare ? samplesNear + 1 : 0
    if (!hasWarned && samplesNear >= samplesBeforeWarning) {
      hasWarned = true
      log.warn(
        { ...figures, remedy: 'Raise SHOP_HEAP_MB, and check that the machine has enough memory.' },
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
