import type { Call, Violation } from '../record/call.ts'
import type { Log } from '../record/log.ts'
import { conservationViolations } from './conservation-laws.ts'
import { keyViolations } from './key-laws.ts'
import { positionViolations, realTimeViolations, refusalViolations } from './log-laws.ts'
import { readViolations } from './read-laws.ts'
import { streamViolations } from './stream-laws.ts'

/** All laws about calls and the log that they have left, in which there may be events of other calls. */
export function historyViolations(calls: readonly Call[], log: Log): Violation[] {
  return [
    ...streamViolations(calls, log),
    ...keyViolations(calls, log),
    ...refusalViolations(calls, log),
    ...positionViolations(calls, log),
    ...realTimeViolations(calls, log),
    ...conservationViolations(calls, log),
    ...readViolations(calls, log),
    ...failures(calls),
  ]
}

/** Whatever happens to its processes and engines, the shop answers with a reason, never with an unexpected error. */
function failures(calls: readonly Call[]): Violation[] {
  return calls.flatMap(({ id, seed, op, outcome }) => {
    if (outcome.kind !== 'unknown' || outcome.status === undefined || outcome.status === 503) return []
    return [
      { law: 'no unexpected error', what: `${id} ${JSON.stringify(op)} was answered with ${outcome.status}`, seed },
    ]
  })
}
