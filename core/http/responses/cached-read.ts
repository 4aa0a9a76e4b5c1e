import type { Position } from '../../event-store/event-store.ts'
import { answerOf, type Answer } from './answer.ts'
import { LRUCache } from 'lru-cache'
import type { Reply } from '../routing/route.ts'
import { variantsOf, type Variants } from './variants.ts'

/** How far the read models are, as this process knows it. */
export type ProjectionPositions = {
  /** False when it takes longer than `timeoutMs`; once it is true, `stamp` knows of that position too. */
  waitFor(projection: string, position: Position, timeoutMs: number): Promise<boolean>
  /** Differs whenever its rows may differ; `undefined` while nobody knows: then nothing is answered from memory. */
  stamp(projection: string): string | undefined
}

/** An answer that holds until its projection changes. */
export type CachedAnswer = Variants & {
  readonly route: string
  readonly projection: string
  readonly stamp: string | undefined
}

export type ReadRequest = {
  /** The template of its path, for log and metrics. */
  route: string
  projection: string
  /** What the answer depends on: the checked input. */
  key: string
  /** The request word for word, by which the same one is found again without being read. */
  alias: string
}

export type CachedReads = {
  /** The answer to a request that is word for word like an earlier one, as long as nothing has changed. */
  find(alias: string): CachedAnswer | undefined
  /** The answer from memory, or a new one; those who ask for the same at the same time share one. */
  read(request: ReadRequest, compute: () => Promise<Reply>): Promise<CachedAnswer | Answer>
}

/** What an entry costs alongside its bytes. */
const overheadBytes = 2_000
/** Of all the memory; the answers have the rest. */
const shareOfAliases = 1 / 8

/** Keeps the answers of catalogue reads as bytes: an event invalidates, nothing else does. */
export function createCachedReads(
  positions: Pick<ProjectionPositions, 'stamp'>,
  maxBytes = 64 * 1_048_576,
): CachedReads {
  const answers = new LRUCache<string, CachedAnswer>({ maxSize: Math.ceil(maxBytes * (1 - shareOfAliases)) })
  const keys = aliasCache(maxBytes * shareOfAliases)
  const underWay = new Map<string, Promise<CachedAnswer | Answer>>()

  function current(key: string): CachedAnswer | undefined {
    const known = answers.get(key)
    if (known?.stamp === undefined) return undefined
    return known.stamp === positions.stamp(known.projection) ? known : undefined
  }

  async function compute(request: ReadRequest, stamp: string | undefined, reply: () => Promise<Reply>) {
    const answer = answerOf(await reply())
    if (answer.status !== 200 || answer.body === undefined) return answer
    const { route, projection } = request
    const cached = { ...variantsOf(answer), route, projection, stamp }
    // Compressed twice it takes about half as much again.
    const size = Math.ceil(answer.body.length * 1.5) + 2 * request.key.length + overheadBytes
    if (stamp !== undefined) answers.set(request.key, cached, { size })
    return cached
  }

  return {
    find(alias) {
      const key = keys.find(alias)
      return key === undefined ? undefined : current(key)
    },

    read(request, reply) {
      keys.remember(request)
      const known = current(request.key)
      if (known !== undefined) return Promise.resolve(known)
      // The stamp comes before the reading: what changes meanwhile makes the answer newer than its stamp, never older.
      const stamp = positions.stamp(request.projection)
      const place = `${stamp} ${request.key}`
      const other = underWay.get(place)
      if (other !== undefined) return other
      const computing = compute(request, stamp, reply).finally(() => underWay.delete(place))
      underWay.set(place, computing)
      return computing
    },
  }
}

const aliasOverheadBytes = 200
const longestAlias = 4_096

/** The key of each request that was read, by its words. */
function aliasCache(maxBytes: number) {
  const keys = new LRUCache<string, string>({ maxSize: Math.ceil(maxBytes) })
  return {
    find: (alias: string) => keys.get(alias),
    remember({ alias, key }: ReadRequest): void {
      if (alias.length > longestAlias) return
      keys.set(alias, key, { size: 2 * (alias.length + key.length) + aliasOverheadBytes })
    },
  }
}
