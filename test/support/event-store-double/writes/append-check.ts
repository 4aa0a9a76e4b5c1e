import type { LoggedEvent, Proposed } from '../log/record.ts'

/** The revision that the stream must be at; -1 if it must not exist. */
export type Expected = number | 'any' | 'stream-exists'

/** The server's knowledge of a stream at the time of an append. */
export type Known = {
  /** -1 without events. */
  actual: number
  isSoftDeleted: boolean
  /** The event of this stream with this id, as long as the server remembers it. */
  withId(id: string): LoggedEvent | undefined
  at(revision: number): LoggedEvent | undefined
}

export type Verdict = { is: 'new' } | { is: 'repeated'; last: LoggedEvent } | { is: 'refused' }

const isNew: Verdict = { is: 'new' }
const isRefused: Verdict = { is: 'refused' }

/** EventStoreDB's idempotency check: events whose ids are already at the revisions they would take are not written again. */
export function judge(known: Known, expected: Expected, proposed: readonly Proposed[]): Verdict {
  if (expected === 'stream-exists') return known.actual < 0 || known.isSoftDeleted ? isRefused : atAny(known, proposed)
  if (expected === 'any') return atAny(known, proposed)
  if (expected > known.actual) return isRefused
  return expected === known.actual ? isNew : behind(known, expected, proposed)
}

/** Under "any", the ids alone decide; an append that is only partly known is refused. */
function atAny(known: Known, proposed: readonly Proposed[]): Verdict {
  const [first] = proposed
  if (first === undefined || known.withId(first.id) === undefined) return isNew
  const there = proposed.map(({ id }) => known.withId(id))
  const last = there.at(-1)
  return there.includes(undefined) || last === undefined ? isRefused : { is: 'repeated', last }
}

function behind(known: Known, expected: number, proposed: readonly Proposed[]): Verdict {
  const there = proposed.map((_, i) => known.at(expected + 1 + i))
  const matching = there.findIndex((event, i) => event?.id !== proposed[i]?.id)
  if (matching === 0 && known.isSoftDeleted && expected === -1) return isNew
  const last = there.at(-1)
  return matching < 0 && last !== undefined ? { is: 'repeated', last } : isRefused
}
