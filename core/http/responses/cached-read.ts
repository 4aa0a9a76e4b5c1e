import type { Position } from '../../event-store/event-store.ts'
import { responseOf, type HttpResponse } from './http-response.ts'
import { orFromMemory } from './deadline.ts'
import { LRUCache } from 'lru-cache'
import type { Reply } from '../routing/route.ts'
import { variantsOf, type Variants } from './variants.ts'

/** The positions of the read models, as known to this process. */
export type ProjectionPositions = {
  /** Resolves to false after `timeoutMs`; once it has resolved to true, `stamp` reflects that position. */
  waitFor(projection: string, position: Position, timeoutMs: number): Promise<boolean>
  /** Changes whenever the rows may have changed; `undefined` while that is unknown, so that nothing is cached. */
  stamp(projection: string): string | undefined
  /** True if no change since that stamp concerned any of these tags; false if one did, or if that is unknown. */
  isUnchangedSince?(projection: string, stamp: string, tags: readonly string[]): boolean
}

type Stamps = Pick<ProjectionPositions, 'stamp' | 'isUnchangedSince'>

/** A response that is valid until one of its projections changes or, if it has tags, until one of these does. */
export type CachedResponse = Variants & {
  readonly route: string
  readonly projections: readonly string[]
  /** The latest stamp at which the response is known to be valid. */
  stamp: string | undefined
  readonly tags: readonly string[] | undefined
  readonly onSend: Reply['onSend']
}

export type ReadRequest = {
  /** The template of its path, for the log and the metrics. */
  route: string
  projections: readonly string[]
  /** Everything the response depends on: the validated input. */
  key: string
  /** The raw request, so that an identical one is found without being parsed. */
  alias: string
}

export type CachedReads = {
  /** The cached response to an identical earlier request, unless one of its projections has changed. */
  find(alias: string): CachedResponse | undefined
  /** The cached response, or a new one; concurrent requests for the same key share one computation. */
  read(request: ReadRequest, compute: () => Promise<Reply>): Promise<CachedResponse | HttpResponse>
}

/** The memory of an entry in addition to its bytes. */
const overheadBytes = 2_000
const bytesOfTag = 100
/** The share of the memory for aliases; responses have the rest. */
const shareOfAliases = 1 / 8

/**
 * Caches the responses of catalogue reads as bytes. Only events invalidate them. While the database does not respond, it is
 * unknown whether there are newer events, and the last known responses are sent.
 */
export function createCachedReads(positions: Stamps, maxBytes = 64 * 1_048_576): CachedReads {
  const responses = new LRUCache<string, CachedResponse>({ maxSize: Math.ceil(maxBytes * (1 - shareOfAliases)) })
  const keys = aliasCache(maxBytes * shareOfAliases)
  const inFlight = new Map<string, Promise<CachedResponse | HttpResponse>>()
  const stamps = stampsOf(positions)

  function known(key: string, stampFor: Stamp) {
    const response = responses.get(key)
    if (response?.stamp === undefined) return undefined
    const stamp = stampFor(response.projections)
    if (stamp !== response.stamp && !isUnchanged(positions, response, stamp)) return undefined
    response.stamp = stamp
    return response
  }

  async function compute(request: ReadRequest, stamp: string | undefined, reply: () => Promise<Reply>) {
    const response = cacheable(request, stamp, await reply())
    if ('plain' in response && stamp !== undefined)
      responses.set(request.key, response, { size: sizeOf(response) + 2 * request.key.length })
    return response
  }

  return {
    find(alias) {
      const key = keys.find(alias)
      return key === undefined ? undefined : known(key, stamps.now)
    },

    read(request, reply) {
      keys.remember(request)
      const current = known(request.key, stamps.now)
      if (current !== undefined) return Promise.resolve(current)
      // Taken before the read, so that a concurrent change makes the response newer than its stamp, never older.
      const stamp = stamps.now(request.projections)
      const place = `${stamp} ${request.key}`
      const computing = inFlight.get(place) ?? compute(request, stamp, reply).finally(() => inFlight.delete(place))
      inFlight.set(place, computing)
      const last = stamp === undefined ? known(request.key, stamps.last) : undefined
      return last === undefined ? computing : orFromMemory<CachedResponse | HttpResponse>(computing, last)
    },
  }
}

/** Whether the changes of its projection since its stamp concern nothing in the response. */
function isUnchanged(
  positions: Stamps,
  { projections, stamp, tags }: CachedResponse,
  now: string | undefined,
): boolean {
  const [projection, ...others] = projections
  if (now === undefined || stamp === undefined || tags === undefined) return false
  if (projection === undefined || others.length > 0) return false
  return positions.isUnchangedSince?.(projection, stamp, tags) ?? false
}

type Stamp = (projections: readonly string[]) => string | undefined

/** `now` changes whenever the rows of any of them may have changed; `last` is the last one that was known. */
function stampsOf(positions: Stamps): { now: Stamp; last: Stamp } {
  const known = new Map<string, string>()
  return {
    now(projections) {
      const all = projections.map((projection) => positions.stamp(projection))
      if (all.includes(undefined)) return undefined
      const stamp = all.join(' ')
      known.set(projections.join(' '), stamp)
      return stamp
    },
    last: (projections) => known.get(projections.join(' ')),
  }
}

function cacheable(request: ReadRequest, stamp: string | undefined, reply: Reply): CachedResponse | HttpResponse {
  const response = responseOf(reply)
  if (response.status !== 200 || response.body === undefined) return response
  const { route, projections } = request
  return { ...variantsOf(response), route, projections, stamp, tags: reply.tags, onSend: reply.onSend }
}

/** The two compressed variants take about half as much again. */
function sizeOf({ plain, tags = [] }: CachedResponse): number {
  return Math.ceil((plain.body?.length ?? 0) * 1.5) + tags.length * bytesOfTag + overheadBytes
}

const aliasOverheadBytes = 200
const longestAlias = 4_096

/** Maps the raw form of each request to its key. */
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
