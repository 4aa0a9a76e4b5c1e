import { systemClock } from '#core/domain/clock.ts'
import type { Config } from '#core/config/config.ts'
import type { OperatorError } from '#core/domain/errors.ts'
import { watchReadiness } from '#core/http/server/health.ts'
import { createBudgets, type Budgets } from '#core/http/security/budgets/budgets.ts'
import { sharedCounts } from '#core/http/security/budgets/shared-counts.ts'
import { createThrottle } from '#core/http/security/throttle.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { measuredStore } from '../engines/measured-store.ts'
import { watchHeap } from '#core/process/heap-watch.ts'
import { newId } from '#core/domain/ids.ts'
import { openInfrastructure, type Infrastructure, type InfrastructureDeps } from '../engines/infrastructure.ts'
import { allRoles, type ShopRole } from '../roles.ts'
import type { Log } from '#core/telemetry/log.ts'
import { openTelemetry, type Telemetry } from '#core/telemetry/telemetry.ts'
import { retryInBackground } from '#core/async/retry-in-background.ts'
import { assertAddressIsFree, openSessions, startApi, startHealth, type ApiDeps } from './api.ts'
import { finishAccountChanges } from '../erasure/finish-account-changes.ts'
import { seedDemoCatalogue } from '../../catalogue/seed/commands.ts'
import { watchRestoredKeys } from '../erasure/returned-keys.ts'
import { readinessChecks, watchEngines } from '../health.ts'
import { openOperationsRecord } from '../../operations/module.ts'
import { allProjections, eventDefinitions, manifests, personalReadModels } from '../manifests.ts'
import { shopMigrations as migrations } from '../migrations.ts'
import { composeModules, routesOf, type Modules } from '../compose.ts'
import type { FirstAdmin } from './welcome.ts'
import { openProjectionAdministration } from '../../operations/administration/administration.ts'
import { followed } from '#core/projections/continuity/followed.ts'
import { prepareLog } from '#core/projections/log/prepare-log.ts'
import { continuityOn, operationsOn } from '../projection-operations.ts'
import {
  createProjectionPositions,
  stampOf,
  type ProjectionPositions,
} from '#core/projections/checkpoints/positions.ts'
import { sharedReading } from '#core/projections/log/shared-reading.ts'
import { recovery } from '../erasure/recover-followers.ts'
import { followersCheck } from '#core/projections/admin/readiness.ts'
import { startProjections, startReactors } from './projections.ts'
import { watchFollowers, watchProjections } from '#core/projections/admin/metrics.ts'
import { startReactions } from './reactions.ts'
import { takeInSuppliedSynonyms } from './supplied-synonyms.ts'
import { watchMails } from '#workers/watch.ts'
import { openStorefront } from '#storefront/server.ts'

export type ShopOptions = Pick<InfrastructureDeps & ApiDeps, 'freeBytes' | 'maxConnections' | 'lingerMs'> & {
  config: Config
  roles: readonly ShopRole[]
  log: Log
  /** Called when another process has taken over the data: this process must stop. */
  onLockLost?: (error: OperatorError) => void
  /** Opens the pages for every request that is not a call of the API; by default the built storefront. */
  openPages?: typeof openStorefront
  /** Wraps the budgets of the modules, so that a test sees what a call takes from them. */
  watchBudgets?: (budgets: Budgets) => Budgets
}

/** A running shop. */
export type Shop = {
  /** The port of the API; undefined without that role. */
  port: number | undefined
  admin: FirstAdmin
  infrastructure: Infrastructure
  modules: Modules
  positions: ProjectionPositions
  /** Stops accepting requests, finishes those in flight, saves the checkpoints and closes the engines. */
  stop(): Promise<void>
}

type Closer = () => Promise<void> | void

/** The read models behind the public pages. */
const shownOnPages = [manifests.catalogue, manifests.searchWords].flatMap((one) => Object.keys(one.projections))
const definitions = eventDefinitions
const eventTypes = Object.keys(definitions)
const projections = allProjections

/** Starts the shop in these roles. @throws OperatorError if the operator must act */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { config, log, roles, onLockLost = () => undefined } = options
  const [closers, services]: [Closer[], Closer[]] = [[], []]
  const stop = async () => {
    // All at the same time, so that no order is accepted while a mail is still being sent.
    await Promise.all(services.splice(0).map(async (close) => close()))
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    await assertAddressIsFree(options.config, options.roles)
    const opened = await openInfrastructure({ ...options, definitions, migrations, followed, onLockLost })
    closers.push(() => opened.close(), watchHeap(log))
    const telemetry = await openTelemetry(config, roles)
    closers.push(() => telemetry.tracing?.stop())
    const infrastructure = { ...opened, store: measuredStore(opened.store, telemetry.metrics, telemetry.tracing) }
    const shop = { ...(await assemble(options, infrastructure)), telemetry }
    closers.push(() => shop.positions.stop(), infrastructure.logGate.watch(infrastructure.store))
    const { modules, positions } = shop
    const account = await modules.identity.ensureAdmin(infrastructure.secrets.admin)
    const port = await startRoles(options, { ...shop, infrastructure, onStop: (close) => services.push(close) })
    return { port, admin: { ...infrastructure.secrets.admin, account }, infrastructure, modules, positions, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Builds everything that the roles share. */
async function assemble({ config, log, watchBudgets }: ShopOptions, infrastructure: Infrastructure) {
  const { database, listener, store } = infrastructure
  const record = openOperationsRecord({ store, newId })
  const operations = operationsOn(infrastructure, { projections, log, skipped: record.skipped })
  await prepareLog({ ...infrastructure, db: database.db, projections })
  await operations.prepare()
  const continuity = continuityOn(infrastructure)
  const administration = openProjectionAdministration({ operations, record, log })
  const positions = createProjectionPositions({ db: database.db, listener, names: projections.map(({ name }) => name) })
  await positions.start()
  const sessions = openSessions(infrastructure, systemClock)
  const budgets = createBudgets({ counts: sharedCounts(database.pool), scale: config.budgetScale })
  const modules = composeModules({
    infrastructure,
    sessions,
    positions,
    makeThrottle: (limit) => createThrottle({ ...limit, pool: database.pool }),
    budgets: watchBudgets?.(budgets) ?? budgets,
    settings: config,
    administration,
    readModels: operations,
    clock: systemClock,
    newId,
    log,
  })
  const seeding = { db: database.db, store }
  return { operations, record, continuity, administration, positions, sessions, budgets, modules, seeding }
}

type AssembledShop = Awaited<ReturnType<typeof assemble>> & {
  telemetry: Telemetry
  infrastructure: Infrastructure
  onStop: (close: Closer) => void
}

/** Starts the roles, the API first so that it reports the progress of the start-up; resolves to its port. */
async function startRoles(options: ShopOptions, shop: AssembledShop): Promise<number | undefined> {
  const { config, roles, log } = options
  const { infrastructure, onStop } = shop
  const atStart: { head?: Position } = {}
  const port = await listen(options, shop, () => atStart.head)
  await follow(options, shop)
  const isWhole = allRoles.every((role) => roles.includes(role))
  const finishing = await retryInBackground({ label: 'the start', log }, async () => {
    if (isWhole && config.seed === 'demo') await seedDemoCatalogue({ ...shop.seeding, clock: systemClock, newId })
    atStart.head = await infrastructure.store.head()
  })
  for (const close of [() => finishing.stop(), shop.modules.operations.sampler.start(log)]) onStop(close)
  if (roles.includes('projections')) onStop(await takeInSuppliedSynonyms(infrastructure.store, log))
  return port
}

/** Starts the projections and reactors, which share one reader of the log per process. */
async function follow({ config, roles, log }: ShopOptions, shop: AssembledShop): Promise<void> {
  const { infrastructure, record, continuity, modules, operations, onStop } = shop
  const { metrics, tracing } = shop.telemetry
  // Without projections, the reactors open their own reader of the few event types that they handle.
  const reading = roles.includes('projections') ? sharedReading(infrastructure.store, eventTypes) : undefined
  const deps = { infrastructure, record, continuity, log, reading, metrics: watchFollowers(metrics, tracing) }
  if (roles.includes('projections')) {
    const repair = config.meili && (() => operations.repairSearchIndex())
    const runner = await startProjections({ ...deps, projections, repair })
    onStop(() => runner.stop())
  }
  if (roles.includes('workers')) {
    const reactions = await startReactions({
      config,
      infrastructure,
      modules,
      follow: (reactors) => startReactors({ ...deps, reactors }),
      budgets: shop.budgets,
      log,
      onOutcome: watchMails({ metrics, tracing, store: infrastructure.store }),
    })
    onStop(() => shop.budgets.flush())
    onStop(() => reactions.stop())
    onStop(finishAccountChanges(modules, log))
    for (const end of [modules.audit.startExports(log).stop, modules.searchWords.deletePastDays(log)]) onStop(end)
    onStop(modules.catalogue.deleteUnusedPictures(log))
    onStop(watchRestoredKeys(infrastructure, recovery({ infrastructure, operations }, personalReadModels), log))
  }
}

/** Resolves to the API's port. Without that role, only health and metrics are served, if they are configured. */
async function listen(
  { config, log, roles, lingerMs, openPages = openStorefront }: ShopOptions,
  shop: AssembledShop,
  headAtStart: () => Position | undefined,
): Promise<number | undefined> {
  const { infrastructure, modules, operations, administration, positions, onStop } = shop
  const { metrics } = shop.telemetry
  onStop(() => administration.stop())
  watchEngines({ infrastructure, modules, metrics })
  watchProjections(metrics, operations)
  const followers = followersCheck({ infrastructure, projections, positions, roles, headAtStart })
  const health = readinessChecks({ infrastructure, roles, followers, heldMails: modules.notifications.heldCount })
  watchReadiness(metrics, health)
  const httpDeps = { ...shop.telemetry, config, log, newId, health, lingerMs }
  if (!roles.includes('api')) {
    onStop(await startHealth(httpDeps))
    return undefined
  }
  const api = await startApi({
    ...shop,
    ...httpDeps,
    routes: routesOf(modules),
    page: await openPages({
      siteUrl: config.publicUrl,
      stamp: stampOf(positions, shownOnPages),
    }),
    clock: systemClock,
  })
  onStop(async () => {
    await api.stop()
    await modules.searchWords.withoutHits.flush()
  })
  return api.port
}
