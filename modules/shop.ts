import { systemActor } from '#core/actor.ts'
import { allInTurn } from '#core/all-in-turn.ts'
import type { Clock } from '#core/clock.ts'
import { EngineUnavailable } from '#core/errors.ts'
import type { EventDefinitions } from '#core/event-store/codec.ts'
import { shopIdentityEvents } from '#core/event-store/identity/events.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { CommandContext } from '#core/handle-command.ts'
import type { ProjectionPositions } from '#core/http/cached-read.ts'
import { awaitPosition } from '#core/http/conditions.ts'
import type { Sessions } from '#core/http/session.ts'
import type { NewId } from '#core/ids.ts'
import type { Infrastructure } from '#core/infrastructure.ts'
import { auditEvents } from './audit/events.ts'
import { exportMigrations } from './audit/export-tables.ts'
import { auditModule, type AuditModule } from './audit/module.ts'
import { cartEvents } from './cart/events.ts'
import { cartModule } from './cart/module.ts'
import { catalogueEvents } from './catalogue/events.ts'
import { catalogueModule } from './catalogue/module.ts'
import { catalogueMigrations } from './catalogue/tables.ts'
import { serviceRequestEvents } from './service-requests/events.ts'
import { serviceRequestsModule, type ServiceRequestsModule } from './service-requests/module.ts'
import { folds } from './folds.ts'
import { identityEvents } from './identity/events.ts'
import { identityModule, ownerNamed } from './identity/module.ts'
import type { MakeThrottle } from './identity/login-throttle.ts'
import { identityMigrations } from './identity/tables.ts'
import { notificationsModule, type NotificationsModule } from './notifications/module.ts'
import { notificationMigrations } from './notifications/tables.ts'
import { askEngines } from './operations/engines.ts'
import { operationsEvents } from './operations/events.ts'
import { openOperationsRecord, operationsModule, type OperatorDesk } from './operations/module.ts'
import { recordedDecisions } from './record-decisions.ts'
import { orderEvents } from './ordering/events.ts'
import { orderingModule, type OrderingModule } from './ordering/module.ts'

/** The published language of all modules together. */
export const eventDefinitions = {
  ...catalogueEvents,
  ...cartEvents,
  ...orderEvents,
  ...serviceRequestEvents,
  ...auditEvents,
  ...operationsEvents,
  ...identityEvents,
  ...shopIdentityEvents,
} satisfies EventDefinitions

/** The tables of the modules that keep rows instead of events. */
export const moduleMigrations = {
  ...catalogueMigrations,
  ...identityMigrations,
  ...notificationMigrations,
  ...exportMigrations,
}

export type ShopNeeds = {
  infrastructure: Infrastructure
  sessions: Sessions
  makeThrottle: MakeThrottle
  desk: Omit<OperatorDesk, 'engines'>
  readModels: {
    /** Forgets that this account has asked for replays. */
    forgetAsker: (accountId: string) => Promise<void>
    /** Drops the builds of these that are not fed, with whoever stands in them. */
    forgetCopies: (names: readonly string[]) => Promise<void>
  }
  positions: ProjectionPositions
  clock: Clock
  newId: NewId
}

/** All modules, each given as functions what it needs of the others. */
export function composeModules(needs: ShopNeeds) {
  const { infrastructure, positions, clock } = needs
  const { store, searchIndex, personalData } = infrastructure
  const { db } = infrastructure.database
  const catalogue = catalogueModule({ db, store, searchIndex, positions })
  const { findOffers } = catalogue
  const ordering = orderingModule({ db, store, clock, findOffers, ownerNamed: ownerNamed(db) })
  const cart = cartModule({
    db,
    store,
    findOffers,
    async orderedCartsOf(accountId) {
      await awaitPosition(positions, 'orders', await store.head())
      return ordering.cartsOrderedBy(accountId)
    },
  })
  const serviceRequests = serviceRequestsModule({ db, store, clock, ownerNamed: ownerNamed(db) })
  const notifications = notificationsModule({ db, recordDecision: decisionRecorder(needs) })
  const audit = composeAudit(needs, notifications)
  const identity = identityModule({
    ...needs,
    db,
    tracesOf: async (accountId) => ({
      ...(await ordering.countOf(accountId)),
      serviceRequests: await serviceRequests.countOf(accountId),
    }),
    eraseKey: (accountId) => personalData.eraseKey(accountId),
    eraseTraces: traceEraser(needs, { ordering, serviceRequests, audit }),
  })
  const operations = operationsModule({
    desk: { ...needs.desk, engines: () => askEngines(infrastructure) },
    countUsers: identity.countUsers,
    countOrders: ordering.countOrders,
  })
  return { catalogue, cart, ordering, serviceRequests, identity, notifications, operations, audit }
}

/** Decisions about held mails stand among what operators did with the reactor that writes those mails. */
function decisionRecorder({ infrastructure, newId }: Pick<ShopNeeds, 'infrastructure' | 'newId'>) {
  return recordedDecisions(openOperationsRecord({ store: infrastructure.store, newId }))
}

function composeAudit(needs: ShopNeeds, { mailsOf }: NotificationsModule) {
  const { database, store, everyEvent, personalData, secrets, disk } = needs.infrastructure
  return auditModule({
    ...needs,
    db: database.db,
    store,
    everyEvent,
    personalData,
    secret: secrets.personalDataKey,
    mailsOf,
    folds,
    hasRoom: () => disk?.hasRoom() ?? true,
  })
}

export type Modules = ReturnType<typeof composeModules>

/** Every call of the API. Where two paths would match, the one that says more comes first. */
export function routesOf(modules: Modules) {
  return Object.values(modules)
    .flatMap(({ routes }) => routes)
    .map((route) => modules.audit.recordingReads(route))
}

type Holders = {
  ordering: OrderingModule
  serviceRequests: ServiceRequestsModule
  audit: Pick<AuditModule, 'forgetExports'>
}

/** The read models in which persons stand. */
export const listsOfPersons = ['orders', 'service-requests']

function traceEraser(needs: ShopNeeds, { ordering, serviceRequests, audit }: Holders) {
  const erasing = () => erasureContext(needs.newId)
  return async (accountId: string): Promise<Position> => {
    let last = 0
    const note = (position: Position) => void (last = Math.max(last, position))
    // What is done now need not wait for the rest, which may take an operator.
    await allInTurn([
      () => caughtUp(needs),
      async () => note(await ordering.erasePersonalData(accountId, erasing)),
      async () => note(await serviceRequests.erasePersonalData(accountId, erasing)),
      () => needs.infrastructure.mailer.eraseOutbox(accountId),
      () => audit.forgetExports(),
      () => needs.readModels.forgetAsker(accountId),
    ])
    // A build that is swapped out meanwhile must not hold the person either: the erasure is live before it is dropped.
    await caughtUp(needs)
    await needs.readModels.forgetCopies(listsOfPersons)
    return last
  }
}

/** The list of what a person has done may lag behind: what is to be erased must be in it. */
async function caughtUp({ infrastructure, positions }: ShopNeeds): Promise<void> {
  const head = await infrastructure.store.head()
  for (const name of listsOfPersons) {
    if (!(await positions.waitFor(name, head, 10_000))) throw new EngineUnavailable(`the read model ${name}`)
  }
}

function erasureContext(newId: NewId): CommandContext {
  const commandId = newId()
  return { actor: systemActor, correlationId: commandId, causationId: commandId, commandId }
}
