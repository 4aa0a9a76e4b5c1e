import autocannon from 'autocannon'

export type Request = { method: 'GET' | 'PUT' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

export type Load = { perSecond: number; p50: number; p99: number; failed: number }

/** Sends requests for `seconds` on sixteen connections, one at a time on each; `next` makes each request. */
export async function load(url: string, next: () => Request, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: 16,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.errors + result.timeouts + result.non2xx,
  }
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
