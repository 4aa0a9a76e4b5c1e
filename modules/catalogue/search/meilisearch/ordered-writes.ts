import pLimit from 'p-limit'
import type { MeiliClient } from './client.ts'
import { damaged } from './damage.ts'
import { creationOf } from './slots.ts'

type Change = Parameters<MeiliClient['enqueue']>[0]

/** Sends a change for each part, with the index's creation time; resolves when all of them are searchable. */
export type OrderedWrites = <T>(parts: readonly T[], changeOf: ChangeOf<T>) => Promise<void>

type ChangeOf<T> = (part: T, generation: string) => Promise<Change>

/**
 * Writes to one index. Meilisearch accepts the changes in the order of the calls, while it still applies earlier ones,
 * and applies them in that order. A failed write may have applied some of its changes, but none of them is applied
 * later.
 */
export function orderedWrites(writer: MeiliClient, index: string): OrderedWrites {
  const inTurn = pLimit(1)
  let earlier: Promise<unknown> = Promise.resolve()

  /** Meilisearch would create a missing index implicitly, but without the settings that searches rely on. */
  async function send<T>(parts: readonly T[], changeOf: ChangeOf<T>, sent: Sent) {
    const generation = await creationOf(writer, index)
    if (generation === undefined) throw damaged(index, new Error('Meilisearch has lost it'))
    for (const part of parts) sent.push(await writer.enqueue(await changeOf(part, generation)))
  }

  return (parts, changeOf) => {
    if (parts.length === 0) return Promise.resolve()
    const before = earlier
    const write = async () => {
      const sent: Sent = []
      const sending = await outcomeOf(inTurn(() => send(parts, changeOf, sent)))
      // These are applied after the earlier ones: polling their state before would only take time.
      await before
      const outcomes = [sending]
      for (const made of sent) outcomes.push(await outcomeOf(made()))
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
    const written = write()
    earlier = outcomeOf(written)
    return written
  }
}

type Sent = (() => Promise<void>)[]

async function outcomeOf(work: Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  const [outcome] = await Promise.allSettled([work])
  return outcome
}
