import { within } from '../async/deadline.ts'
import { EngineUnavailable } from '../domain/errors.ts'
import { openOwnership, type Owner } from '../event-store/identity/own-engine.ts'
import type { Log } from '../telemetry/log.ts'
import { meiliClient } from './meilisearch-client.ts'
import { meiliGeneration } from './meilisearch-generation.ts'
import { meiliSeat } from './meilisearch-seat.ts'
import { searchClient } from './meilisearch-keys.ts'
import { documentsOfCompany, lookalikes, suggestIn } from './meilisearch-lookups.ts'
import { readingOf } from './meilisearch-reading.ts'
import { searchIn } from './meilisearch-search.ts'
import { exists, makeNext, makeNextLive, makePreviousLive, prepareLive, slotsOf } from './meilisearch-slots.ts'
import { ownIndex } from './own-index.ts'
import type { ProductSearchIndex } from './product-search-index.ts'

export type MeiliOptions = {
  url: string
  key: string | undefined
  searchKey: string | undefined
  /** What the indexes' names begin with. */
  index: string
  log: Log
  /** Whose the index has to be; left out, it is not asked. */
  owner?: Owner
}

const pingTimeout = 1_500

/**
 * The product search in Meilisearch. Words are read, put in the singular and taken apart by the shop itself, as for
 * Postgres, so that a text finds the same in both; Meilisearch forgives the mistakes, ranks, filters and counts.
 */
export function openMeiliSearchIndex(options: MeiliOptions): ProductSearchIndex {
  const { url, key, index, owner } = options
  const opened = openIndex(options)
  if (owner === undefined) return opened
  const keeper = meiliSeat(meiliClient({ url, key }), index)
  return ownIndex(opened, openOwnership(keeper, owner))
}

function openIndex({ url, key, searchKey, index, log }: MeiliOptions): ProductSearchIndex {
  const access = { url, key }
  const writer = meiliClient(access)
  const searcher = searchClient({ access, searchKey, index, log })
  const slots = slotsOf(index)
  const read = readingOf(searcher, slots.live)
  const generation = (name: string) => meiliGeneration({ writer, searcher, index: name })
  const live = generation(slots.live)

  return {
    async prepare() {
      const outcome = await prepareLive(writer, index)
      if (outcome === 'made') log.info('made an empty search index')
      return outcome
    },
    live: () => live,
    search: (asked) => searchIn(read, asked),
    suggest: (text, size) => suggestIn(read, text, size),
    byCompany: (company, page, size) => documentsOfCompany(read, company, { page, size }),
    similar: (id, size) => lookalikes(read, id, size),
    async buildBeside() {
      await makeNext(writer, slots)
      return generation(slots.next)
    },
    async unfinishedBeside() {
      return (await exists(writer, slots.next)) ? generation(slots.next) : undefined
    },
    swap: () => makeNextLive(writer, slots),
    swapBack: () => makePreviousLive(writer, slots),
    async ping() {
      try {
        await within(pingTimeout, live.count())
      } catch (error) {
        throw error instanceof EngineUnavailable ? error : new EngineUnavailable('search index', { cause: error })
      }
    },
    close: () => Promise.resolve(),
  }
}
