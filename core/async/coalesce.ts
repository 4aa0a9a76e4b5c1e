import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Lets concurrent callers share one call: while a call runs, keys are collected for the next. A caller never joins one
 * that has already begun, so it never gets a result older than its own call. With `sideBySide` no caller waits for an
 * earlier call: a slow call delays only its own callers, but fewer callers share one.
 */
export function coalesce<Result>(
  load: (keys: readonly string[]) => Promise<Result>,
  { sideBySide = false } = {},
): (keys: Iterable<string>) => Promise<Result> {
  let next: { keys: Set<string>; result: Promise<Result> } | undefined
  let current: Promise<unknown> = Promise.resolve()

  function begin() {
    const keys = new Set<string>()
    // Calls in the same turn of the event loop may still join.
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

/** As `coalesce`, for a call without keys: at most one is in flight, however many callers there are. */
export function coalesceCalls<Result>(call: () => Promise<Result>): () => Promise<Result> {
  const ask = coalesce(call)
  return () => ask([])
}
