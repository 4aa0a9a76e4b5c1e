import type { Clock } from '#core/domain/clock.ts'
import type { ReadModelOf } from '#core/module/manifest.ts'
import type { CatalogueModule } from '../catalogue/module.ts'
import type { NotificationsModule } from '../notifications/module.ts'
import type { ProjectionAdministration } from '../operations/administration/administration.ts'
import type { OrderingModule } from '../ordering/module.ts'
import { overviewModule } from '../overview/module.ts'
import type { SearchWordsModule } from '../search-words/module.ts'
import type { ServiceRequestsModule } from '../service-requests/module.ts'
import type { manifests } from './manifests.ts'

type Deps = { clock: Clock; administration: Pick<ProjectionAdministration, 'status'> }

type Counted = {
  catalogue: CatalogueModule
  searchWords: SearchWordsModule
  ordering: OrderingModule
  serviceRequests: ServiceRequestsModule
  notifications: NotificationsModule
}

/** The overview counts what the other modules and the administration of read models list. */
export function composeOverview({ clock, administration }: Deps, modules: Counted) {
  const { catalogue, searchWords, ordering, serviceRequests, notifications } = modules
  return overviewModule({
    clock,
    sales: ordering.sales,
    unansweredRequests: serviceRequests.unanswered,
    countMails: notifications.counts,
    countOutOfStock: catalogue.countOutOfStock,
    async statusesOfReadModels() {
      const { projections, reactors } = await administration.status()
      return [...projections, ...reactors].map(({ status }) => status)
    },
    searchesWithoutHits: searchWords.pageOfSearches,
    reads: [
      'sales' satisfies ReadModelOf<typeof manifests.ordering>,
      'unanswered-requests' satisfies ReadModelOf<typeof manifests.serviceRequests>,
      'products-out-of-stock' satisfies ReadModelOf<typeof manifests.catalogue>,
    ],
  })
}
