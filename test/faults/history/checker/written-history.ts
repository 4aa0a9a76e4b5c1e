import type { Call, LoggedEvent, Op, Outcome, Seen, Violation } from '../record/call.ts'
import { logOf } from '../record/log.ts'
import { historyViolations } from './check.ts'
import { causeViolations } from './log-laws.ts'

type Written = Partial<Pick<Call, 'account' | 'isAdmin' | 'minPosition' | 'key' | 'endedAt'>>

/** A history that a test writes by hand. Calls follow each other, and events take the next position. */
export function writeHistory() {
  const calls: Call[] = []
  const events: LoggedEvent[] = []
  let now = 0

  return {
    calls,
    events,

    /** Adds a call after all others; returns its id. */
    call(op: Op, outcome: Outcome, { account = 'asha', ...more }: Written = {}): string {
      const id = `call ${calls.length + 1}`
      const endedAt = outcome.kind === 'unknown' ? Infinity : now + 1
      calls.push({ id, seed: 1, account, op, outcome, invokedAt: now, endedAt, ...more })
      now += 2
      return id
    },

    /** Adds an event that a call caused. */
    event(stream: string, type: string, { by, ...data }: { by: string } & Record<string, unknown>): number {
      const revision = events.filter((event) => event.stream === stream).length
      const position = events.length + 1
      events.push({ position, stream, revision, id: `event ${position}`, type, data, correlationId: by })
      return position
    },

    violations: (): Violation[] => [
      ...historyViolations(calls, logOf(events)),
      ...causeViolations(calls, logOf(events)),
    ],
    /** The laws that the history breaks, each once. */
    broken(): string[] {
      return [...new Set(this.violations().map(({ law }) => law))].toSorted()
    },
  }
}

export type WrittenHistory = ReturnType<typeof writeHistory>

export function done(
  status: number,
  seen: Seen = {},
  { text = '', position }: { text?: string; position?: number } = {},
): Outcome {
  return { kind: 'done', status, seen, text, position }
}

export function refused(status: number, message = 'no'): Outcome {
  return { kind: 'refused', status, message }
}

export const unknown: Outcome = { kind: 'unknown' }
