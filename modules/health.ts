import { engineProbes, type EngineProbe } from '#core/engine-probes.ts'
import { remedyOf } from '#core/errors.ts'
import type { ReadinessCheck } from '#core/http/health.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { Infrastructure } from '#core/infrastructure.ts'
import { addGauge, type Metrics } from '#core/metrics.ts'
import type { ProjectionPositions } from '#core/http/cached-read.ts'
import type { NotificationsModule } from './notifications/module.ts'

type Positions = ProjectionPositions & { behind(head: Position): string[] }

type ReadinessNeeds = {
  infrastructure: Infrastructure
  positions: Positions
  /** Unknown while the shop still starts. */
  headAtStart: () => Position | undefined
}

/** Ready is when every engine answers and the read models have caught up with the head at start (contract §1). */
export function readinessChecks({ infrastructure, positions, headAtStart }: ReadinessNeeds): ReadinessCheck[] {
  return [
    ...engineProbes(infrastructure).map(answers),
    {
      name: 'read models',
      async missing() {
        const head = headAtStart()
        if (head === undefined) return 'the shop is still starting'
        const behind = positions.behind(head)
        return behind.length === 0 ? undefined : `catching up: ${behind.join(', ')}`
      },
    },
  ]
}

/** Where the engine has answered, and refused the shop, that is told; the remedy is for the operator's eyes. */
function answers({ name, ask }: EngineProbe): ReadinessCheck {
  return {
    name,
    missing: () =>
      ask().then(
        () => undefined,
        (error: unknown) => remedyOf(error)?.message ?? 'does not answer',
      ),
  }
}

type WatchNeeds = { infrastructure: Infrastructure; metrics: Metrics; modules: { notifications: NotificationsModule } }

/** Puts the state of the engines among the metrics; asked only when somebody looks. */
export function watchEngines({ infrastructure, metrics, modules }: WatchNeeds): void {
  const { pool } = infrastructure.database
  addGauge(metrics, {
    name: 'shop_database_connections',
    help: 'Connections of the pool, by what they do',
    read: () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount, 'waited for': pool.waitingCount }),
  })
  addGauge(metrics, {
    name: 'shop_notifications',
    help: 'Mails by how far they are',
    read: () => modules.notifications.counts(),
  })
}
