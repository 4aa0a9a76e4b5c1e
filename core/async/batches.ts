import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

/**
 * Groups single calls into batches. Calls in the same turn of the event loop, or within `windowMs` milliseconds, form a
 * batch; calls that arrive while it runs form the next one. Items with the same key are never in the same batch. `run`
 * returns its results in the order of the items.
 */
export function inBatches<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { most, keyOf, windowMs = 0 }: { most: number; keyOf: (item: In) => string; windowMs?: number },
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false

  function nextBatch(): Waiting<In, Out>[] {
    const batch = new Map<string, Waiting<In, Out>>()
    const rest: Waiting<In, Out>[] = []
    for (const one of waiting) {
      const key = keyOf(one.item)
      if (batch.size < most && !batch.has(key)) batch.set(key, one)
      else rest.push(one)
    }
    waiting = rest
    return [...batch.values()]
  }

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await (windowMs > 0 ? sleep(windowMs) : nextTurn())
      const batch = nextBatch()
      try {
        const outs = await run(batch.map(({ item }) => item))
        for (const [index, out] of outs.entries()) batch[index]?.resolve(out)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void runAll()
    })
}
