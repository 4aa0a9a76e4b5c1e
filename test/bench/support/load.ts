import autocannon from 'autocannon'

export type Request = { method: 'GET' | 'PUT' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

export type Load = { succeeded: number; perSecond: number; p50: number; p99: number; failed: number }

/** Sends requests for `seconds` on sixteen connections, one at a time on each; `next` makes each request. */
export async function load(url: string, next: () => Request, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: 16,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  return {
    succeeded: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.errors + result.timeouts + result.non2xx,
  }
}

/** `amount` requests, one at a time on each connection. */
type Requests = { next: () => Request; amount: number; connections?: number }

/** Sends them and returns the latency in ms. @throws Error if any of them fails */
export async function sendRequests(url: string, { next, amount, connections = 16 }: Requests) {
  const requests = [{ setupRequest: (request: object) => ({ ...request, ...next() }) }]
  const { errors, timeouts, non2xx, latency } = await autocannon({ url, connections, amount, requests })
  const failed = errors + timeouts + non2xx
  if (failed > 0) throw new Error(`${failed} of ${amount} requests failed at ${url}`)
  return { p50: latency.p50, p99: latency.p99 }
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
