import type { Violation } from '../record/call.ts'

/** The exit code and the output of a process that lived from one time to another. */
export type Crash = { what: string; from: number; to: number }

/** A start takes no longer than this. One that cannot reach Postgres exits with that message, and is to be started again. */
const startsWithinMs = 30_000
const withoutDatabase = /^exit 1: .*database .*does not answer/

/** No process ends of its own accord, except one that could not reach its database while it started. */
export function crashViolations(
  crashes: readonly Crash[],
  suspensions: readonly (readonly [from: number, to: number])[],
): Violation[] {
  return crashes
    .filter(({ what, from, to }) => {
      const isDisturbed = suspensions.some(([begin, end]) => begin < to && from < end)
      return !(isDisturbed && to - from < startsWithinMs && withoutDatabase.test(what))
    })
    .map(({ what }) => ({ law: 'no process ends of its own accord', what }))
}
