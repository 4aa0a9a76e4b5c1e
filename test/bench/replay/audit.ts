import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { latencyOf } from './api.ts'

const rounds = 60
const goalMs = 50

const Session = Compile(Type.Object({ accessToken: Type.String() }))

/** The admin's pages over HTTP, each in turn with a call that uses no engine. */
export async function measureAudit(
  url: string,
  { admin, orders }: { admin: string; orders: number },
): Promise<string[]> {
  const login = await fetch(`${url}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: admin }),
  })
  const { accessToken } = Session.Parse(await login.json())
  const get = async (path: string): Promise<number> => {
    const begun = performance.now()
    const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${accessToken}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered with status ${answer.status}`)
    return performance.now() - begun
  }
  const lines: string[] = []
  for (const [name, pathOf] of Object.entries(pages(orders))) {
    const times: number[] = []
    const bare: number[] = []
    for (let round = -5; round < rounds; round++) {
      const [time, other] = [await get(pathOf(Math.abs(round))), await get('/health/live')]
      if (round >= 0) times.push(time)
      if (round >= 0) bare.push(other)
    }
    const p95 = latencyOf(times).p95
    const verdict = p95 <= goalMs ? 'reaches' : 'MISSES'
    lines.push(
      `${name}: p95 ${p95.toFixed(1)} ms, ${verdict} its goal of ${goalMs} ms (a bare call in the same rounds: ${latencyOf(bare).p95.toFixed(1)} ms)`,
    )
  }
  return lines
}

const browser = (filter: string) => () => `/api/audit/events?size=50&${filter}`

function pages(orders: number): Record<string, (round: number) => string> {
  const orderOf = (round: number) => `order-ORD${String(1 + ((round * 7_919) % orders)).padStart(8, '0')}`
  return {
    'order page: timeline': (round) => `/api/audit/streams/${orderOf(round)}`,
    'order page: state at a revision': (round) => `/api/audit/streams/${orderOf(round)}/state?revision=1`,
    'event browser': browser(''),
    'event browser, a category and a type': browser('category=order&type=OrderDispatched'),
    'event browser, a person': (round) => `/api/audit/events?size=50&by=buyer-${round}`,
    'event browser, a day': browser('from=2026-05-05T00:00:00Z&to=2026-05-06T00:00:00Z'),
    'event browser, a stream': (round) => `/api/audit/events?size=50&stream=${orderOf(round)}`,
    'event browser, far back': (round) => `/api/audit/events?size=50&before=${1_000 + round * 1_000}`,
  }
}
