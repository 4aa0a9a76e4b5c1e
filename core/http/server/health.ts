import { setTimeout as sleep } from 'node:timers/promises'
import { Type, type Static } from 'typebox'
import { addGauge, type Metrics } from '../../telemetry/metrics.ts'
import { defineRoute, type Route } from '../routing/route.ts'

/**
 * A fault that does not keep the process from serving. The response is public, so no part of it may contain a person's
 * name, a path, an address or a secret.
 */
const Degradation = Type.Object({
  name: Type.String({ description: 'The read model, engine or background task concerned' }),
  reason: Type.String({ description: 'The fault' }),
  remedy: Type.String({ description: 'The remedy for an operator' }),
})
export type Degradation = Static<typeof Degradation>

/** One condition of readiness. */
export type ReadinessCheck = {
  /** Such as `event store`. */
  name: string
  /** Why the process cannot serve, in words for the public; `undefined` if it can. A rejection means no answer. */
  missing(): Promise<string | undefined>
  /** The faults that do not keep the process from serving. A rejection is itself reported as a degradation. */
  degraded?(): Promise<readonly Degradation[]>
}

const patienceMs = 2_000

const State = Type.Object({ name: Type.String(), missing: Type.Optional(Type.String()) })
type State = Static<typeof State>

/** `GET /health/live` and `GET /health/ready`. */
export function healthRoutes(checks: readonly ReadinessCheck[]): Route[] {
  return [liveRoute(), readyRoute(checks)]
}

/** The gauges `shop_ready` and `shop_degraded`: the state that `GET /health/ready` reports, as numbers. */
export function watchReadiness(metrics: Metrics, checks: readonly ReadinessCheck[]): void {
  addGauge(metrics, {
    name: 'shop_ready',
    help: '1 if a condition of readiness is met, otherwise 0',
    label: 'check',
    read: async () => {
      const states = await Promise.all(checks.map(stateOf))
      return Object.fromEntries(states.map(({ name, missing }) => [name, missing === undefined ? 1 : 0]))
    },
  })
  addGauge(metrics, {
    name: 'shop_degraded',
    help: '1 for each degraded read model, engine or background task',
    label: 'name',
    read: async () => Object.fromEntries((await degradationsOf(checks)).map(({ name }) => [name, 1])),
  })
}

function liveRoute(): Route {
  return defineRoute({
    method: 'GET',
    path: '/health/live',
    tag: 'Health',
    summary: 'Whether the process listens',
    access: 'everyone',
    responses: { 200: Type.Object({ status: Type.Literal('live') }) },
    handle: () => ({ status: 200, body: { status: 'live' } }),
  })
}

function readyRoute(checks: readonly ReadinessCheck[]): Route {
  const degraded = Type.Array(Degradation)
  return defineRoute({
    method: 'GET',
    path: '/health/ready',
    tag: 'Health',
    summary: 'Whether the process can serve: its engines answer and its read models have caught up',
    access: 'everyone',
    responses: {
      200: Type.Object({ status: Type.Literal('ready'), checks: Type.Array(State), degraded }),
      503: Type.Object({
        status: Type.Literal('not-ready'),
        missing: Type.Array(State),
        checks: Type.Array(State),
        degraded,
      }),
    },
    async handle() {
      const [states, degraded] = await Promise.all([Promise.all(checks.map(stateOf)), degradationsOf(checks)])
      const missing = states.filter((state) => state.missing !== undefined)
      if (missing.length === 0) return { status: 200, body: { status: 'ready', checks: states, degraded } }
      return {
        status: 503,
        headers: { 'Retry-After': '2' },
        body: { status: 'not-ready', missing, checks: states, degraded },
      }
    },
  })
}

async function stateOf(check: ReadinessCheck): Promise<State> {
  const { name } = check
  const found = await withinPatience(() => check.missing()).catch(() => 'does not answer')
  return found === undefined ? { name } : { name, missing: found }
}

async function degradationsOf(checks: readonly ReadinessCheck[]): Promise<Degradation[]> {
  const found = checks.map((check) =>
    withinPatience(async () => (await check.degraded?.()) ?? []).catch(() => [unknown(check.name)]),
  )
  return (await Promise.all(found)).flat()
}

function unknown(name: string): Degradation {
  return { name, reason: 'its state is not known', remedy: 'See the log of this process.' }
}

/** Rejects if there is no answer in time. */
async function withinPatience<T>(ask: () => Promise<T>): Promise<T> {
  const silence = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: silence.signal, ref: false }).then(() => {
    throw new Error('no answer in time')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([ask(), late])
  } finally {
    silence.abort()
  }
}
