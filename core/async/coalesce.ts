import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Lets callers of the same moment share one call: while a call is under way, keys are gathered for the next. A caller never
 * joins a call that has begun before it asked, so it never sees what was true before. With `sideBySide` nobody waits for
 * an earlier call, so that a slow one holds up only its own callers; fewer share one.
 */
export function coalesce<Answer>(
  load: (keys: readonly string[]) => Promise<Answer>,
  { sideBySide = false } = {},
): (keys: Iterable<string>) => Promise<Answer> {
  let next: { keys: Set<string>; result: Promise<Answer> } | undefined
  let current: Promise<unknown> = Promise.resolve()

  function begin() {
    const keys = new Set<string>()
    // Everything that becomes ready in the same turn of the event loop may still join.
    const result = current
      .then(() => endOfTurn())
      .then(() => {
        next = undefined
        return load([...keys])
      })
    if (!sideBySide) current = result.catch(() => undefined)
    return { keys, result }
  }

  return async (keys) => {
    next ??= begin()
    for (const key of keys) next.keys.add(key)
    return next.result
  }
}

/** As `coalesce`, for a question that everybody asks alike: however many ask, one call is under way. */
export function coalesceCalls<Answer>(call: () => Promise<Answer>): () => Promise<Answer> {
  const ask = coalesce(call)
  return () => ask([])
}
