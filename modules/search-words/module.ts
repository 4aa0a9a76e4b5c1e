import type { Kysely } from 'kysely'
import type { StopRuns } from '#core/async/periodically.ts'
import type { Clock } from '#core/domain/clock.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { Route } from '#core/http/routing/route.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { Log } from '#core/telemetry/log.ts'
import { presentFound, type FoundSynonym } from './present.ts'
import { synonymQueries } from './read-model.ts'
import { previewRoute, type PreviewSearch } from './synonyms/preview-route.ts'
import { synonymRoutes } from './synonyms/routes.ts'
import { deletePastDays } from './without-hits/delete-past-days.ts'
import { withoutHitsCounter, type FindKnownCodes, type WithoutHitsCounter } from './without-hits/counter.ts'
import { withoutHitsCounts, type WithoutHitsCounts } from './without-hits/counts.ts'
import { withoutHitsRoutes } from './without-hits/routes.ts'

export type SearchWordsModule = {
  routes: Route[]
  withoutHits: WithoutHitsCounter
  /** What was searched for without a hit, the most frequent first. */
  pageOfSearches: WithoutHitsCounts['page']
  /** Every synonym that the search uses. */
  findSynonyms: () => Promise<FoundSynonym[]>
  /** Deletes what may be kept for a day only, until it is stopped. */
  deletePastDays: (log: Log) => StopRuns
}

export type SearchWordsDeps = {
  db: Kysely<unknown>
  store: EventStore
  clock: Clock
  budgets: Budgets
  /** The master key, from which the key of the hashes is derived. */
  secret: Uint8Array
  findKnownCodes: FindKnownCodes
  previewSearch: PreviewSearch
}

/** The words by which shoppers search: synonyms, and what they found nothing for. */
export function searchWordsModule(deps: SearchWordsDeps): SearchWordsModule {
  const synonyms = synonymQueries(deps.db)
  const counts = withoutHitsCounts(deps)
  const counter = withoutHitsCounter({ ...deps, counts })
  const findSynonyms = async () => (await synonyms.all()).map(presentFound)
  return {
    routes: [
      ...synonymRoutes({ store: deps.store, synonyms }),
      previewRoute({ ...deps, findSynonyms }),
      ...withoutHitsRoutes({ counts, counter }),
    ],
    withoutHits: counter,
    async pageOfSearches(page) {
      await counter.flush()
      return counts.page(page)
    },
    findSynonyms,
    deletePastDays: (log) => deletePastDays(counts, log),
  }
}
