import { within } from '#core/async/deadline.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { openOwnership, type Owner } from '#core/event-store/identity/own-engine.ts'
import type { Log } from '#core/telemetry/log.ts'
import { meiliClient } from './client.ts'
import { meiliGeneration } from './generation.ts'
import { meiliOwnership } from './ownership.ts'
import { searchClient } from './keys.ts'
import { documentsCoded, documentsOfCompany, lookalikes } from './lookups.ts'
import { inOneGeneration } from './finder/one-generation.ts'
import { readingOf, type IndexQuery, type Reading } from './reading.ts'
import { meiliFinder } from './finder/finder.ts'
import { exists, makeNext, makeNextLive, makePreviousLive, prepareLive, slotsOf } from './slots.ts'
import { ownIndex } from '../own-index.ts'
import type { ProductSearchIndex } from '../product-search-index.ts'
import { searchIn, suggestIn } from '../search-in.ts'

export type MeiliOptions = {
  url: string
  key: string | undefined
  searchKey: string | undefined
  /** The prefix of the index names. */
  index: string
  log: Log
  /** The required owner of the index; if omitted, ownership is not verified. */
  owner?: Owner
}

const pingTimeout = 1_500

/** Fails where the index has lost its settings, without which searches fail. */
const pingQuery: IndexQuery = {
  filter: ['pricePaise > 0'],
  sort: ['createdAt:desc'],
  facets: ['brandName'],
  size: 0,
}

/**
 * The product search in Meilisearch. The shop itself tokenises text and reduces words to the singular, as for Postgres,
 * so that a text finds the same products in both. Meilisearch tolerates typos, ranks, filters and counts.
 */
export function openMeiliSearchIndex(options: MeiliOptions): ProductSearchIndex {
  const { url, key, index, owner } = options
  const opened = openIndex(options)
  if (owner === undefined) return opened
  const engine = meiliOwnership(meiliClient({ url, key }), index)
  return ownIndex(opened, openOwnership(engine, owner))
}

function lookupsIn(read: Reading): Pick<ProductSearchIndex, 'byCodes' | 'byCompany' | 'similar'> {
  return {
    byCodes: (codes) => documentsCoded(read, codes),
    byCompany: (company, page, size) => documentsOfCompany(read, company, { page, size }),
    similar: (id, size) => lookalikes(read, id, size),
  }
}

function openIndex({ url, key, searchKey, index, log }: MeiliOptions): ProductSearchIndex {
  const access = { url, key }
  const writer = meiliClient(access, (change) => {
    log.warn(change, 'Meilisearch has not made a change yet; the work waits for it. See its tasks and its log.')
  })
  const searcher = searchClient({ access, searchKey, index, log })
  const slots = slotsOf(index)
  const read = readingOf(searcher, slots.live)
  const generation = (name: string) => meiliGeneration({ writer, searcher, index: name })
  const live = generation(slots.live)

  return {
    async prepare() {
      const outcome = await prepareLive(writer, index)
      if (outcome === 'made') log.info('created an empty search index')
      return outcome
    },
    live: () => live,
    search: (query) => inOneGeneration(read, (one) => searchIn(meiliFinder(one), query)),
    suggest: (asked) => inOneGeneration(read, (one) => suggestIn(meiliFinder(one), asked)),
    ...lookupsIn(read),
    async beginBuild() {
      await makeNext(writer, slots)
      return generation(slots.next)
    },
    async unfinishedBuild() {
      return (await exists(writer, slots.next)) ? generation(slots.next) : undefined
    },
    swap: () => makeNextLive(writer, slots),
    swapBack: () => makePreviousLive(writer, slots),
    async ping() {
      try {
        await within(pingTimeout, read.search([pingQuery]))
      } catch (error) {
        throw error instanceof EngineUnavailable ? error : new EngineUnavailable('search index', { cause: error })
      }
    },
    close: () => Promise.resolve(),
  }
}
