import { writeForeignStreams } from './foreign-streams.ts'
import { runStandardProjections, writeStatistics } from './living.ts'
import type { DoubleLog } from '../log/log.ts'
import { jsonRecord } from '../log/record.ts'

const everyMs = 5

/**
 * Fills the log with statistics, foreign streams and links, and writes to it continuously as another application would,
 * until the returned function is called.
 */
export function keepBusy(log: DoubleLog): () => void {
  const stopProjections = runStandardProjections(log)
  writeForeignStreams(log)
  writeStatistics(log)
  let turn = 0
  const timer = setInterval(() => {
    turn += 1
    log.write(`busy-${turn % 10}`, [jsonRecord(turn % 2 === 0 ? 'Counted' : 'Wanted', { turn })])
    if (turn % 20 === 0) writeStatistics(log)
  }, everyMs)
  return () => {
    clearInterval(timer)
    stopProjections()
  }
}
