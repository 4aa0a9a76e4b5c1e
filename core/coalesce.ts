import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Lets callers of the same moment share one call: while a call is under way, keys are gathered for the next. A caller never
 * joins a call that has begun before it asked, so it never sees what was true before. With `sideBySide` nobody waits for
 * an earlier call, so that a slow one holds up only its own callers; fewer share one.
 */
export function coalesce<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  { sideBySide = false } = {},
): (keys: Iterable<string>) => Promise<ReadonlyMap<string, Value>> {
  let next: { keys: Set<string>; result: Promise<ReadonlyMap<string, Value>> } | undefined
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
