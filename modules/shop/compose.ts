import type { Config } from '#core/config/config.ts'
import type { Clock } from '#core/domain/clock.ts'
import type { ProjectionPositions } from '#core/http/responses/cached-read.ts'
import { awaitPosition } from '#core/http/routing/conditions.ts'
import type { Route } from '#core/http/routing/route.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { Sessions } from '#core/http/security/session.ts'
import type { NewId } from '#core/domain/ids.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Infrastructure } from './engines/infrastructure.ts'
import type { ComposedModule, ReadModelOf } from '#core/module/manifest.ts'
import { auditModule, type AuditModule } from '../audit/module.ts'
import { auditWording } from '../audit/domain/wording.ts'
import { cartModule, findCartUse } from '../cart/module.ts'
import { catalogueModule } from '../catalogue/module.ts'
import { assertDataParts, dataPartsOf } from './personal-data-parts.ts'
import { assertTraces, erasureOfTraces } from './erasure/erase-traces.ts'
import { allManifests, allProjections, eventDefinitions, manifests } from './manifests.ts'
import { searchWordsModule } from '../search-words/module.ts'
import { serviceRequestsModule } from '../service-requests/module.ts'
import { findAdmin, identityModule, resolveOwner } from '../identity/module.ts'
import type { MakeThrottle } from '../identity/login/throttle.ts'
import type { NotificationsModule } from '../notifications/module.ts'
import { enginesOf } from './engines/health.ts'
import { flowOfShop } from './flow.ts'
import type { ProjectionAdministration } from '../operations/administration/administration.ts'
import { operationsModule } from '../operations/module.ts'
import { pinCodesModule } from '../pincodes/module.ts'
import { assertReadModelNames } from './read-model-names.ts'
import { composeNotifications } from './compose-notifications.ts'
import { accountMailRequests, resetMailRequests } from './account-mails.ts'
import { glanceOf } from '#storefront/pictures/glance.ts'
import { composeOverview } from './compose-overview.ts'
import { orderingModule, type FindOffers, type OrderingModule } from '../ordering/module.ts'

export type ShopDeps = {
  infrastructure: Infrastructure
  sessions: Sessions
  makeThrottle: MakeThrottle
  budgets: Budgets
  settings: Pick<Config, 'deliveryTimes' | 'pictureHosts'>
  administration: ProjectionAdministration
  readModels: {
    /** Removes the account from the replay requests. */
    removeRequester: (accountId: string) => Promise<void>
    /** Drops the builds of these read models that no longer receive events, and the personal data in them. */
    purgeStaleBuilds: (names: readonly string[]) => Promise<void>
  }
  positions: ProjectionPositions
  clock: Clock
  newId: NewId
  log: Log
}

/**
 * Composes all modules; each receives its dependencies on the others as functions.
 * @throws TypeError if a module names a read model that nothing builds
 */
export function composeModules(deps: ShopDeps) {
  const { infrastructure, positions, clock, budgets } = deps
  const { store } = infrastructure
  const { db } = infrastructure.database
  const { catalogue, searchWords } = composeCatalogue(deps)
  const { findOffers } = catalogue
  const ordering = composeOrdering(deps, findOffers)
  const cart = cartModule({
    db,
    store,
    budgets,
    findOffers,
    async orderedCartsOf(accountId) {
      await awaitPosition(positions, 'orders' satisfies ReadModelOf<typeof manifests.ordering>, await store.head())
      return ordering.cartsOrderedBy(accountId)
    },
  })
  const people = { resolveOwner: resolveOwner(db), findAdmin: findAdmin(db) }
  const serviceRequests = serviceRequestsModule({ db, store, clock, budgets, ...people })
  const notifications = composeNotifications(deps, { ordering, serviceRequests })
  const audit = composeAudit(deps, notifications)
  const modules = { catalogue, cart, ordering, searchWords, serviceRequests, notifications, audit }
  const identity = composeIdentity(deps, modules)
  const { countUsers } = identity
  const operations = composeOperations(deps, { countUsers, countOrders: ordering.countOrders, audit })
  const overview = composeOverview(deps, modules)
  const all = { ...modules, identity, operations, pinCodes: pinCodesModule(), overview } satisfies Record<
    keyof typeof manifests,
    ComposedModule
  >
  assertTraces({ ...modules, identity })
  assertDataParts({ ...modules, identity })
  assertReadModelNames({ projections: allProjections.map(({ name }) => name), routes: routesOf(all) })
  return all
}

type Counts = Pick<Parameters<typeof operationsModule>[0], 'countUsers' | 'countOrders'>

function composeOperations(deps: ShopDeps, { audit, ...counts }: Counts & { audit: AuditModule }) {
  const { db } = deps.infrastructure.database
  const flow = () => flowOfShop({ db, audit })
  return operationsModule({ ...deps, ...counts, db, engines: enginesOf(deps.infrastructure), flow })
}

function composeCatalogue({ infrastructure, positions, clock, budgets, settings, log }: ShopDeps) {
  const { store, searchIndex, database, secrets, disk } = infrastructure
  const { db } = database
  const catalogue = catalogueModule({
    db,
    store,
    searchIndex,
    positions,
    budgets,
    hasRoom: () => disk?.hasRoom() ?? true,
    pictureHosts: settings.pictureHosts,
    findSynonyms: () => searchWords.findSynonyms(),
    glanceOf,
    log,
    noteWithoutHits: (text, receiver) => searchWords.withoutHits.note(text, receiver),
  })
  const searchWords = searchWordsModule({
    db,
    store,
    clock,
    budgets,
    secret: secrets.personalDataKey,
    findKnownCodes: catalogue.findKnownCodes,
    previewSearch: catalogue.previewSearch,
  })
  return { catalogue, searchWords }
}

function composeOrdering({ infrastructure, clock, budgets, settings }: ShopDeps, findOffers: FindOffers) {
  const { store, database } = infrastructure
  const { db } = database
  return orderingModule({
    db,
    store,
    clock,
    budgets,
    findOffers,
    deliveryTimes: settings.deliveryTimes,
    findCartUse: (cartId, accountId) => findCartUse(store, cartId, accountId),
    resolveOwner: resolveOwner(db),
  })
}

type IdentityModuleDeps = Record<string, ComposedModule> & {
  ordering: OrderingModule
  notifications: NotificationsModule
  audit: AuditModule
}

function composeIdentity(deps: ShopDeps, modules: IdentityModuleDeps) {
  const { database, store, secrets, personalData, erasureList } = deps.infrastructure
  const { ordering, notifications, audit } = modules
  return identityModule({
    ...deps,
    db: database.db,
    store,
    secret: secrets.personalDataKey,
    requestMail: accountMailRequests(notifications, deps.newId),
    requestResetMail: resetMailRequests(notifications, deps.newId),
    refuseNewcomers: ordering.refuseNewcomers,
    eraseKey: (accountId) => personalData.eraseKey(accountId),
    listErasure: (accountId) => erasureList.add(accountId),
    dataParts: dataPartsOf(modules),
    ...erasureOfTraces({ ...deps, modules, deleteExports: audit.deleteExports }),
  })
}

function composeAudit(deps: ShopDeps, { mailsOf }: NotificationsModule) {
  const { database, store, everyEvent, personalData, secrets, disk } = deps.infrastructure
  return auditModule({
    ...deps,
    db: database.db,
    store,
    everyEvent,
    personalData,
    secret: secrets.personalDataKey,
    mailsOf,
    wording: auditWording(allManifests),
    eventDefinitions,
    hasRoom: () => disk?.hasRoom() ?? true,
  })
}

export type Modules = ReturnType<typeof composeModules>

/** Every call of the API. */
export function routesOf(modules: Modules): Route[] {
  const all: Readonly<Record<string, ComposedModule>> = modules
  return Object.entries(manifests)
    .flatMap(([name, { tag }]) => (all[name]?.routes ?? []).map((route) => ({ tag, ...route })))
    .map((route) => modules.audit.recordDisclosures(route))
}
