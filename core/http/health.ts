import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { defineRoute, type Route } from './route.ts'

/** One thing that must be in order before the shop is open. */
export type ReadinessCheck = {
  /** Such as `event store`. */
  name: string
  /** `undefined` when it is in order, else what is missing, in words that anybody may read; rejecting means no answer. */
  missing(): Promise<string | undefined>
}

const patienceMs = 2_000

const State = Type.Object({ name: Type.String(), missing: Type.Optional(Type.String()) })

/** `GET /health/live` and `GET /health/ready` (contract §1). */
export function healthRoutes(checks: readonly ReadinessCheck[]): Route[] {
  return [liveRoute(), readyRoute(checks)]
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
  return defineRoute({
    method: 'GET',
    path: '/health/ready',
    tag: 'Health',
    summary: 'Whether every engine answers and the read models have caught up',
    access: 'everyone',
    responses: {
      200: Type.Object({ status: Type.Literal('ready'), checks: Type.Array(State) }),
      503: Type.Object({ status: Type.Literal('not-ready'), missing: Type.Array(State), checks: Type.Array(State) }),
    },
    async handle() {
      const states = await Promise.all(checks.map(stateOf))
      const missing = states.filter((state) => 'missing' in state)
      if (missing.length === 0) return { status: 200, body: { status: 'ready', checks: states } }
      return {
        status: 503,
        headers: { 'Retry-After': '2' },
        body: { status: 'not-ready', missing, checks: states },
      }
    },
  })
}

async function stateOf(check: ReadinessCheck): Promise<{ name: string; missing?: string }> {
  const { name } = check
  const silence = new AbortController()
  const late = sleep(patienceMs, 'does not answer', { signal: silence.signal, ref: false })
  late.catch(() => undefined)
  try {
    const said = await Promise.race([check.missing(), late])
    return said === undefined ? { name } : { name, missing: said }
  } catch {
    return { name, missing: 'does not answer' }
  } finally {
    silence.abort()
  }
}
