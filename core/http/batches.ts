type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

/**
 * Turns single calls into calls for many: while one batch is under way, those who come form the next one. Items of the
 * same key never meet in one batch. `run` answers in the order of the items.
 */
export function inBatches<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { most, keyOf }: { most: number; keyOf: (item: In) => string },
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
      if (!isRunning) queueMicrotask(() => void (isRunning || runAll()))
    })
}
