import { isDeepStrictEqual } from 'node:util'
import type { Seen } from '../record/call.ts'

/** An answer: its status, and what it showed. */
export type Answer = { status: number; seen?: Seen }

/** A sequential object: what a correct one answers to an operation, and the state that it is in afterwards. */
export type Model<State, Op> = {
  initial: State
  apply(state: State, op: Op): { state: State; answer: Answer }
}

/** An operation that took effect at one moment between its call and its answer; without an answer it had none yet. */
export type Operation<Op> = {
  id: string
  op: Op
  invokedAt: number
  endedAt: number
  answer?: Answer | undefined
}

/** `reached`: the longest prefix that the search found; `stuckAt`: the operations of which one would have to be next. */
export type Verdict<Op> =
  { ok: true } | { ok: false; reached: readonly Operation<Op>[]; stuckAt: readonly Operation<Op>[] }

/**
 * Whether there is an order of all operations in which each is within its time and the model gives every answer (the
 * search of Wing and Gong, which remembers where it has been, as Lowe proposed).
 */
export function linearize<State, Op>(model: Model<State, Op>, operations: readonly Operation<Op>[]): Verdict<Op> {
  const sorted = operations.toSorted((a, b) => a.endedAt - b.endedAt || a.invokedAt - b.invokedAt)
  const isDone = sorted.map(() => false)
  const path: Operation<Op>[] = []
  const seen = new Set<string>()
  let best: Verdict<Op> = { ok: false, reached: [], stuckAt: candidates() }

  function candidates(): Operation<Op>[] {
    const first = sorted.find((_, i) => isDone[i] === false)
    if (first === undefined) return []
    return sorted.filter(({ invokedAt }, i) => isDone[i] === false && invokedAt <= first.endedAt)
  }

  function search(state: State): boolean {
    if (path.length === sorted.length) return true
    const place = `${isDone.map(Number).join('')} ${JSON.stringify(state)}`
    if (seen.has(place)) return false
    seen.add(place)
    const next = candidates()
    if (!best.ok && path.length > best.reached.length) best = { ok: false, reached: [...path], stuckAt: next }
    return next.some((operation) => takes(state, operation))
  }

  function takes(state: State, operation: Operation<Op>): boolean {
    const after = model.apply(state, operation.op)
    if (!matches(operation.answer, after.answer)) return false
    const place = sorted.indexOf(operation)
    isDone[place] = true
    path.push(operation)
    if (search(after.state)) return true
    isDone[place] = false
    path.pop()
    return false
  }

  return search(model.initial) ? { ok: true } : best
}

/** A response need not contain everything in the model. */
function matches(observed: Answer | undefined, expected: Answer): boolean {
  if (observed === undefined) return true
  if (observed.status !== expected.status) return false
  const known = Object.entries(expected.seen ?? {})
  const shown = new Map(Object.entries(observed.seen ?? {}).filter(([, value]) => value !== undefined))
  return known.every(([name, value]) => !shown.has(name) || isDeepStrictEqual(shown.get(name), value))
}
