import { counted } from '#core/text/counted.ts'
import type { EngineProbe } from '#core/process/engine-probe.ts'
import { engineProbes } from './engines/probes.ts'
import { OperatorError, remedyOf } from '#core/domain/errors.ts'
import type { LogGate } from '#core/event-store/log-gate.ts'
import type { ReadinessCheck } from '#core/http/server/health.ts'
import type { Infrastructure } from './engines/infrastructure.ts'
import { addGauge, type Metrics } from '#core/telemetry/metrics.ts'
import type { NotificationsModule } from '../notifications/module.ts'

type ReadinessDeps = {
  infrastructure: Infrastructure
  /** The roles of this process; an unavailable engine that none of them needs is reported as degraded. */
  roles: readonly string[]
  /** Whether the read models and reactors can serve. */
  followers: ReadinessCheck
  /** The number of mails held for an operator's decision. */
  heldMails: () => Promise<number>
}

/** A process is ready when the engines that its roles need answer, and its projections and reactors work. */
export function readinessChecks(deps: ReadinessDeps): ReadinessCheck[] {
  const { infrastructure, roles, followers } = deps
  const engines = engineProbes(infrastructure).map((probe) => engineCheck(probe, roles))
  const { logGate } = infrastructure
  const log = { name: 'event log', missing: () => whyRefused(logGate) }
  return [...engines, log, followers, heldMailsCheck(deps)]
}

/** Held mails block nothing, but they need an operator's decision. */
function heldMailsCheck({ heldMails }: Pick<ReadinessDeps, 'heldMails'>): ReadinessCheck {
  const remedy = 'Run "npm run ops -- jobs", or open /admin/operations, and send or discard them.'
  return {
    name: 'mails',
    missing: () => Promise.resolve(undefined),
    async degraded() {
      const held = await heldMails()
      if (held === 0) return []
      return [{ name: 'mails', reason: `${counted(held, 'email')} held for a decision`, remedy }]
    },
  }
}

/** Why commands are refused, including damage. An engine that is unavailable or refuses has its own check. */
async function whyRefused(logGate: LogGate): Promise<string | undefined> {
  const [reason] = await logGate.check().catch((error: unknown) => (error instanceof OperatorError ? [error] : []))
  return reason?.message
}

/** The engines that only one role needs; every role needs the others. */
const neededBy: Readonly<Record<string, string>> = { 'search index': 'projections', jobs: 'workers' }

/** Reports only error messages that the shop has worded itself: a driver's message may contain addresses. */
function engineCheck({ name, ask }: EngineProbe, roles: readonly string[]): ReadinessCheck {
  const fault = () =>
    ask().then(
      () => undefined,
      (error: unknown) => remedyOf(error)?.message ?? 'does not answer',
    )
  const role = neededBy[name]
  if (role === undefined || roles.includes(role)) return { name, missing: fault }
  const remedy = 'Run "npm run ops -- engines" for the cause.'
  return {
    name,
    missing: () => Promise.resolve(undefined),
    async degraded() {
      const reason = await fault()
      return reason === undefined ? [] : [{ name, reason, remedy }]
    },
  }
}

type WatchDeps = { infrastructure: Infrastructure; metrics: Metrics; modules: { notifications: NotificationsModule } }

/** Exposes the state of the engines as metrics; they are read only when the metrics are scraped. */
export function watchEngines({ infrastructure, metrics, modules }: WatchDeps): void {
  const { pool } = infrastructure.database
  addGauge(metrics, {
    name: 'shop_database_connections',
    help: 'Connections of the database pool, by state',
    read: () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount, 'waited for': pool.waitingCount }),
  })
  addGauge(metrics, {
    name: 'shop_notifications',
    help: 'Emails, by state',
    read: () => modules.notifications.counts(),
  })
}
