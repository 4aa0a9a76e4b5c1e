import { setImmediate as endOfTurn } from 'node:timers/promises'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { PreparedAppend } from '../codec/prepared-append.ts'

/** The limits of one batch. A single larger append is written alone. */
const maxAppends = 256
const maxBytes = 1_000_000

type Waiting<Outcome> = {
  append: PreparedAppend
  resolve: (outcome: Outcome) => void
  reject: (reason: unknown) => void
}

export type AppendQueue<Outcome> = {
  add(append: PreparedAppend): Promise<Outcome>
  /** Resolves once no append is waiting or in flight. */
  idle(): Promise<void>
}

/**
 * Group commit: appends that arrive while one batch is being written form the next, so that they share a commit. No
 * batch contains a stream or an event id twice. `write` returns one outcome per append, in their order; where it fails,
 * the appends are written again one by one, so that a bad one does not affect the others. Where the engine is down, all
 * waiting appends are refused at once instead of each waiting for it in turn.
 */
export function appendQueue<Outcome>(
  write: (batch: readonly PreparedAppend[]) => Promise<readonly Outcome[]>,
): AppendQueue<Outcome> {
  let waiting: Waiting<Outcome>[] = []
  let work: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    // Callers that have just been answered may append again within this turn of the event loop, and so join the batch.
    while ((await endOfTurn(), waiting.length > 0)) {
      const batch = takeBatch(waiting)
      waiting = waiting.filter((one) => !batch.has(one))
      await writeBatch([...batch])
    }
    work = undefined
  }

  async function writeBatch(batch: readonly Waiting<Outcome>[]): Promise<void> {
    try {
      const outcomes = await write(batch.map((one) => one.append))
      batch.forEach((one, i) => resolveWith(one, outcomes[i]))
    } catch (error) {
      if (error instanceof EngineUnavailable) refuseAll(batch, error)
      else if (batch.length > 1) for (const one of batch) await writeBatch([one])
      else batch.forEach((one) => one.reject(error))
    }
  }

  function refuseAll(batch: readonly Waiting<Outcome>[], error: EngineUnavailable): void {
    for (const one of batch) one.reject(error)
    const unsent = new EngineUnavailable(error.engine, { outcome: 'none', cause: error })
    for (const one of waiting) one.reject(unsent)
    waiting = []
  }

  return {
    add(append) {
      return new Promise((resolve, reject) => {
        waiting.push({ append, resolve, reject })
        work ??= writeAll()
      })
    },
    idle: async () => work,
  }
}

function resolveWith<Outcome>(one: Waiting<Outcome>, outcome: Outcome | undefined): void {
  if (outcome === undefined) one.reject(new Error(`the append to ${one.append.stream} has no outcome`))
  else one.resolve(outcome)
}

/**
 * Takes a batch from the front of the queue; an append behind another one of the same stream waits for the next batch.
 */
function takeBatch<Outcome>(waiting: readonly Waiting<Outcome>[]): Set<Waiting<Outcome>> {
  const batch = new Set<Waiting<Outcome>>()
  const taken = new Set<string>()
  let bytes = 0
  for (const one of waiting) {
    bytes += one.append.bytes
    if (batch.size === maxAppends || (batch.size > 0 && bytes > maxBytes)) break
    const names = [one.append.stream, ...one.append.events.map((event) => event.id)]
    if (names.every((name) => !taken.has(name))) batch.add(one)
    for (const name of names) taken.add(name)
  }
  return batch
}
