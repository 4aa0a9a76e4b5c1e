import { createHash, hkdfSync } from 'node:crypto'
import type { Clock } from '#core/domain/clock.ts'
import type { Config } from '#core/config/config.ts'
import { hasEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { loadAnnouncer, announceLoad } from '#core/database/load.ts'
import type { ProjectionPositions } from '#core/http/responses/cached-read.ts'
import type { ReadinessCheck } from '#core/http/server/health.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { createIdempotency } from '#core/http/idempotency/idempotency.ts'
import { assertPortIsFree, type Address } from '#core/http/server/port.ts'
import type { Route } from '#core/http/routing/route.ts'
import { createHttpApp, type HttpAppOptions } from '#core/http/server/server.ts'
import type { StopPatience } from '#core/http/server/stopping.ts'
import { createSessions, type Sessions } from '#core/http/security/session.ts'
import type { TokenKey } from '#core/http/security/tokens.ts'
import type { NewId } from '#core/domain/ids.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Metrics } from '#core/telemetry/metrics.ts'
import type { Secrets } from '#core/config/secrets.ts'
import type { Tracing } from '#core/telemetry/tracing.ts'
import { findSessionAccount } from '../../identity/module.ts'

/** Sessions based on the stored accounts; the current key signs, the previous one still verifies. */
export function openSessions({ database, secrets }: Infrastructure, clock: Clock): Sessions {
  return createSessions({
    keys: tokenKeys(secrets),
    issuer: 'medical-equipment-shop',
    audience: 'medical-equipment-shop',
    clock,
    findAccount: findSessionAccount(database.db),
  })
}

function tokenKeys({ jwtSecret, jwtPreviousSecret }: Secrets): readonly [TokenKey, ...TokenKey[]] {
  const previous = jwtPreviousSecret === undefined ? [] : [tokenKey(jwtPreviousSecret)]
  return [tokenKey(jwtSecret), ...previous]
}

/** The key id is a hash of the secret, so that every process finds a token's key without configuration. */
function tokenKey(secret: string): TokenKey {
  const kid = createHash('sha256').update(`kid ${secret}`).digest('base64url').slice(0, 12)
  return { kid, secret: new TextEncoder().encode(secret) }
}

export type ApiDeps = Pick<StopPatience, 'lingerMs'> & {
  config: Config
  infrastructure: Infrastructure
  sessions: Sessions
  positions: ProjectionPositions
  budgets: Budgets
  metrics: Metrics
  tracing: Tracing | undefined
  routes: readonly Route[]
  health: readonly ReadinessCheck[]
  /** Handles every request that is not a call of the API: the storefront. */
  page: NonNullable<HttpAppOptions['page']>
  log: Log
  clock: Clock
  newId: NewId
}

/**
 * Call before anything is created. Skips the check if there is already a data folder, because its lock reports more
 * about the other process than the port could.
 * @throws OperatorError if the port is taken
 */
export async function assertAddressIsFree(config: Config, roles: readonly string[]): Promise<void> {
  const address = roles.includes('api') ? apiAddress(config) : healthAddress(config)
  const hasDataToLock = config.databaseUrl === undefined && hasEmbeddedPostgres(config.dataDir)
  if (address !== undefined && !hasDataToLock) await assertPortIsFree(address)
}

function apiAddress({ port, host }: Config): Address {
  return { port, host, variable: 'PORT' }
}

function healthAddress({ healthPort: port, host }: Config): Address | undefined {
  return port === undefined ? undefined : { port, host, variable: 'HEALTH_PORT' }
}

const info = {
  title: 'Medical equipment shop API',
  version: '1.0',
  description: 'Catalogue, carts, orders, service requests and accounts. Amounts are in rupees, times in UTC.',
}

/** Opens the port and serves the API. @throws OperatorError if the port is taken */
export async function startApi(deps: ApiDeps): Promise<{ port: number; stop: () => Promise<void> }> {
  const { config, infrastructure, positions, newId, log, lingerMs } = deps
  const idempotency = createIdempotency({
    pool: infrastructure.database.pool,
    sealingKey: sealingKeyOf(infrastructure.secrets),
    newId,
    log,
    sharesLogWithEvents: infrastructure.eventsIn === 'database',
  })
  const app = createHttpApp({
    ...deps,
    info,
    projections: positions,
    idempotency,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    onRequest: loadAnnouncer(() => announceLoad(infrastructure.database.db)),
    publicUrl: config.publicUrl,
  })
  return app.listen({ ...apiAddress(config), lingerMs })
}

export type HealthDeps = Pick<ApiDeps, 'config' | 'metrics' | 'health' | 'log' | 'newId' | 'lingerMs'>

/** Serves the health and metrics of a process without the API if `HEALTH_PORT` is set. @throws as `startApi` */
export async function startHealth(deps: HealthDeps): Promise<() => Promise<void>> {
  const address = healthAddress(deps.config)
  if (address === undefined) return () => Promise.resolve()
  const app = createHttpApp({
    ...deps,
    routes: [],
    sessions: { authenticate: () => Promise.resolve('none') },
    projections: { waitFor: () => Promise.resolve(false), stamp: () => undefined },
    idempotency: {
      once: () => Promise.reject(new TypeError('a health server has no commands')),
      flush: () => Promise.resolve(),
    },
    corsOrigins: [],
  })
  const listening = await app.listen({ ...address, lingerMs: deps.lingerMs })
  return () => listening.stop()
}

/** Derived, so that there is one secret less to store; the master key can therefore decrypt stored responses. */
function sealingKeyOf({ personalDataKey }: Secrets): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', personalDataKey, '', 'kept answers of repeatable requests', 32))
}
