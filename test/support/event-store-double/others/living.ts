import { categoryOf } from '#core/event-store/event-store.ts'
import type { DoubleLog } from '../log/log.ts'
import { jsonRecord, octets, systemEvent, type LoggedEvent, type Proposed } from '../log/record.ts'

// The system events that a server in use writes between the events of its clients.

const statistics = '$stats-127.0.0.1:2113'

/** Writes the statistics that a server records every 30 seconds and keeps for a day. */
export function writeStatistics(log: DoubleLog, times = 1): void {
  const drives = Array.from({ length: 40 }, (_, i) => [`es-queue-${i}-avgProcessingTime`, i / 7] as const)
  for (let i = 0; i < times; i++) {
    if (log.stream(statistics).length === 0) log.setMetadata(statistics, { $maxAge: 86_400 })
    log.write(statistics, [systemEvent('$statsCollected', { 'proc-mem': 123_456_789, ...Object.fromEntries(drives) })])
  }
}

/**
 * Runs the standard projections: from now on each event gets a link in the streams of its category and its type, each new
 * stream one in `$streams`, and the projections write checkpoints at intervals. Returns a function that stops them.
 */
export function runStandardProjections(log: DoubleLog): () => void {
  let linked = 0
  return log.onAppend((event) => {
    if (event.type.startsWith('$') || event.stream.startsWith('$')) return
    log.write(`$ce-${categoryOf(event.stream)}`, [linkTo(event)])
    log.write(`$et-${event.type}`, [linkTo(event)])
    if (event.revision === 0) log.write('$streams', [linkTo(event)])
    linked += 1
    if (linked % 50 === 0) {
      log.write('$projections-$by_category-checkpoint', [systemEvent('$ProjectionCheckpoint', { $c: event.position })])
    }
  })
}

/** A link event as the projections write it: its data is the target's revision and stream as text. */
function linkTo({ stream, revision, position }: LoggedEvent): Proposed {
  const link = jsonRecord('$>', {}, { $v: '1:-1:1:4', $c: position, $p: position, $causedBy: 'projection' })
  return { ...link, contentType: octets, data: Buffer.from(`${revision}@${stream}`) }
}
