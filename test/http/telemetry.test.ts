import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { addGauge, createMetrics } from '#core/telemetry/metrics.ts'
import { eventually } from '#test/support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'
import { openTraceCollector, type CollectedSpan } from '#test/support/engines/trace-collector.ts'

const Dashboard = Type.Object({
  panels: Type.Array(Type.Object({ targets: Type.Array(Type.Object({ expr: Type.String() })) })),
})

const Labels = Type.Record(Type.String(), Type.String())
const AlertRule = Type.Object(
  {
    alert: Type.String(),
    expr: Type.String(),
    for: Type.Optional(Type.String({ pattern: '^\\d+m$' })),
    labels: Labels,
    annotations: Type.Object({ summary: Type.String() }, { additionalProperties: false }),
  },
  { additionalProperties: false },
)
const AlertRules = Type.Object({
  groups: Type.Array(Type.Object({ name: Type.String(), rules: Type.Array(AlertRule) })),
})

let collector: Awaited<ReturnType<typeof openTraceCollector>>
let shop: TestShop

beforeAll(async () => {
  collector = await openTraceCollector()
  shop = await openTestShop({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
})

afterAll(async () => {
  await shop.close()
  await collector.close()
})

async function placeOrder(at = shop, headers: Record<string, string> = {}): Promise<string> {
  const [product] = await addProducts(at, [{}])
  if (product === undefined) throw new Error('no product')
  const { accessToken } = await at.signUp()
  const body = orderFor([[product, 2]])
  const answer = await at.call('POST', '/api/orders', { token: accessToken, body, headers })
  expect(answer.status).toBe(201)
  return answer.headers.get('X-Request-Id') ?? ''
}

function named(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const span = spans.find((one) => one.name === name)
  if (span === undefined) throw new Error(`no span ${name}`)
  return span
}

test('one trace spans the request, its event, the read models and the mail', async () => {
  const requestId = await placeOrder()
  const trace = () => collector.trace(requestId.replaceAll('-', ''))
  await eventually(() => {
    const names = new Set(trace().map(({ name }) => name))
    const wanted = ['POST /api/products/bookOrderRequest', 'append OrderPlaced', 'project orders', 'mail order-placed']
    expect(wanted.filter((name) => !names.has(name))).toEqual([])
  })
  const idOf = (name: string) => named(trace(), name).spanId
  const parentOf = (name: string) => named(trace(), name).parentSpanId
  expect(parentOf('POST /api/products/bookOrderRequest')).toBeFalsy()
  expect(parentOf('append OrderPlaced')).toBe(idOf('POST /api/products/bookOrderRequest'))
  expect(parentOf('project orders')).toBe(idOf('append OrderPlaced'))
  expect(parentOf('mail order-placed')).toBe(idOf('append OrderPlaced'))
})

describe('a caller that sends a traceparent', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const wanted = ['POST /api/products/bookOrderRequest', 'append OrderPlaced', 'project orders', 'mail order-placed']

  test('sees the request, its event, the read models and the mail in its own trace, behind a trusted proxy', async () => {
    const proxied = await openTestShop({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: '1' })
    try {
      const requestId = await placeOrder(proxied, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
      await eventually(() => {
        const names = new Set(collector.trace(traceId).map(({ name }) => name))
        expect(wanted.filter((name) => !names.has(name))).toEqual([])
      })
      expect(named(collector.trace(traceId), wanted[0] ?? '').parentSpanId).toBe('00f067aa0ba902b7')
      expect(collector.trace(requestId.replaceAll('-', ''))).toEqual([])
    } finally {
      await proxied.close()
    }
  })

  test.each([
    ['is not behind a trusted proxy', '0', '00-11111111111111111111111111111111-00f067aa0ba902b7-01'],
    ['has decided not to sample', '1', '00-22222222222222222222222222222222-00f067aa0ba902b7-00'],
    ['sends a malformed one', '1', '00-33333333333333333333333333333333-zz-01'],
  ])('gets a new trace if it %s', async (_, proxies, traceparent) => {
    const other = await openTestShop({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: proxies })
    try {
      const requestId = await placeOrder(other, { traceparent })
      const own = () => collector.trace(requestId.replaceAll('-', '')).map(({ name }) => name)
      await eventually(() => expect(wanted.filter((name) => !own().includes(name))).toEqual([]), 60_000)
      expect(collector.trace(traceparent.slice(3, 35))).toEqual([])
    } finally {
      await other.close()
    }
  })
})

test('the metrics reveal no version of Node.js', async () => {
  expect(await (await fetch(`${shop.url}/metrics`)).text()).not.toContain(process.version)
})

test('concurrent readers share one reading of a gauge', async () => {
  const metrics = createMetrics({ ofProcess: false })
  const name = 'shop_readings'
  let readings = 0
  addGauge(metrics, { name, help: 'How often it was read', read: () => ({ read: (readings += 1) }) })
  const look = () => metrics.registry.metrics()
  const texts = await Promise.all(Array.from({ length: 30 }, look))
  expect(new Set(texts).size).toBe(1)
  expect(readings).toBe(1)
  expect(await look()).toContain('shop_readings{state="read"} 2')
})

const documented = (name: string) => readFile(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8')

async function queriesOf(name: string): Promise<string[]> {
  if (name.endsWith('.yml')) {
    const { groups } = Value.Parse(AlertRules, parse(await documented(name)))
    return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
  }
  const { panels } = Value.Parse(Dashboard, JSON.parse(await documented(name)))
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

test.each(['grafana-dashboard.json', 'prometheus-alerts.yml'])('%s queries only existing metrics', async (name) => {
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  const described = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, metric]) => metric))
  const queries = await queriesOf(name)
  expect(queries.length).toBeGreaterThan(5)
  const queried = queries.flatMap((query) => query.match(/\b(?:http|shop|process|nodejs)_\w+/g) ?? [])
  const unknown = queried
    .map((metric) => metric.replace(/_(?:bucket|count|sum)$/, ''))
    .filter((metric) => !described.has(metric))
  expect(unknown).toEqual([])
})

test('the metrics cover requests, appends, read models, mails and connections', async () => {
  await placeOrder()
  await eventually(async () => {
    const text = await (await fetch(`${shop.url}/metrics`)).text()
    for (const line of [
      /^http_request_duration_seconds_count\{.*route="\/api\/products\/bookOrderRequest".*status="201"/m,
      /^shop_append_duration_seconds_count\{outcome="appended"\} [1-9]/m,
      /^shop_projection_lag_events\{projection="orders"\} 0$/m,
      /^shop_projection_events_per_second\{projection="orders"\} /m,
      /^shop_projection_events_total\{projection="orders"\} [1-9]/m,
      /^shop_mails_total\{outcome="sent"\} [1-9]/m,
      /^shop_notifications\{state="\w+"\} /m,
      /^shop_database_connections\{state="idle"\} /m,
    ]) {
      expect(text).toMatch(line)
    }
  })
})
