import type { RecordedEvent } from '../event-store.ts'
import { copyOf } from '../eventstoredb/events.ts'
import { bytesOfWritten, maxAppendBytes, writtenEvent, type ExactAppend } from '../codec/prepared-append.ts'

const mostInRun = 20

/** Consecutive events of one stream that are copied in one append; `last` is the last of them in the source. */
export type Run = ExactAppend & { last: RecordedEvent; bytes: number }

/** Splits the events, in order, into as few appends as the limits allow. */
export function runsOf(events: readonly RecordedEvent[]): Run[] {
  const runs: (Run & { events: ExactAppend['events'][number][] })[] = []
  for (const event of events) {
    const written = writtenEvent(copyOf(event))
    const bytes = bytesOfWritten(written)
    const latest = runs.at(-1)
    if (latest === undefined || !fits(latest, event, bytes)) {
      const expected = event.revision === 0 ? 'no-stream' : event.revision - 1
      runs.push({ stream: event.stream, expected, events: [written], last: event, bytes })
    } else {
      latest.events.push(written)
      latest.bytes += bytes
      latest.last = event
    }
  }
  return runs
}

/** Runs that are sent together, in order. */
export type Group = { runs: Run[]; bytes: number }

const mostInGroup = 32
const mostGroupBytes = 1_000_000

/** Grouping the runs saves the fixed cost of each call; a group is small compared with what may be in flight. */
export function groupsOf(runs: readonly Run[]): Group[] {
  const groups: Group[] = []
  for (const run of runs) {
    const latest = groups.at(-1)
    const hasRoom =
      latest !== undefined && latest.runs.length < mostInGroup && latest.bytes + run.bytes <= mostGroupBytes
    if (hasRoom) {
      latest.runs.push(run)
      latest.bytes += run.bytes
    } else groups.push({ runs: [run], bytes: run.bytes })
  }
  return groups
}

function fits({ last, events, bytes }: Run, { stream, revision }: RecordedEvent, own: number): boolean {
  if (last.stream !== stream || last.revision + 1 !== revision) return false
  return events.length < mostInRun && bytes + own <= maxAppendBytes
}
