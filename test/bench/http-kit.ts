import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Type } from 'typebox'
import { median } from './support/load.ts'

// The cost of the HTTP kit: cached and uncached reads at 16 connections, next to a bare `node:http` server that answers
// with the same bytes. On a machine with other load, the processor time of a request is more reliable than the rate.
// Run: npm run bench:http -- [bytes]

const bytes = Number(process.argv[2] ?? 8_000)
const connections = 16
const roundMs = 2_000
const rounds = 5

async function measureAll(): Promise<void> {
  const servers = await Promise.all(['kit', 'bare'].map(start))
  const [kit, bare] = servers
  if (kit === undefined || bare === undefined) throw new Error('no servers')
  for (const { name, request } of requests) {
    const results: { rate: number; cost: number }[] = []
    let last = ''
    for (let round = 0; round < rounds; round++) {
      const mine = await measure(kit, request)
      const other = await measure(bare, request)
      results.push({ rate: mine.perSecond / other.perSecond, cost: other.microseconds / mine.microseconds })
      last = `${mine.perSecond.toFixed(0)}/s at ${mine.microseconds.toFixed(0)} µs, bare ${other.perSecond.toFixed(0)}/s at ${other.microseconds.toFixed(0)} µs`
    }
    const percent = (of: 'rate' | 'cost') => `${(median(results.map((one) => one[of])) * 100).toFixed(0)} %`
    process.stdout.write(
      `${name}: ${percent('rate')} of the bare rate, ${percent('cost')} by processor time (${last})\n`,
    )
  }
  for (const { child } of servers) child.disconnect()
}

type Server = { child: ChildProcess; port: number }

async function start(kind: string): Promise<Server> {
  const child = fork(import.meta.filename, [String(bytes), kind], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [port] = await once(child, 'message')
  return { child, port: Number(port) }
}

const body = JSON.stringify({ text: 'monitor' })
const requests = [
  { name: 'cached GET', request: 'GET /api/cached HTTP/1.1\r\nHost: shop\r\n\r\n' },
  {
    name: 'cached PUT',
    request: `PUT /api/search HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  },
  { name: 'plain GET', request: 'GET /api/plain HTTP/1.1\r\nHost: shop\r\n\r\n' },
]

/** Sends one request at a time on each of sixteen connections. */
async function measure({ child, port }: Server, request: string) {
  const before = await processorTime(child)
  const begun = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => drive(port, request, begun + roundMs)))
  const done = counts.reduce((sum, count) => sum + count, 0)
  const elapsed = performance.now() - begun
  return { perSecond: (done / elapsed) * 1000, microseconds: ((await processorTime(child)) - before) / done }
}

async function processorTime(child: ChildProcess): Promise<number> {
  child.send('time')
  const [time] = await once(child, 'message')
  return Number(time)
}

/** All answers to a request have the same length, which is read from the first one. */
async function drive(port: number, request: string, until: number): Promise<number> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  let length = 0
  let received = 0
  let count = 0
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      if (length === 0) length = lengthOf(chunk.toString('latin1'))
      received += chunk.length
      if (received < length) return
      received -= length
      count += 1
      if (performance.now() < until) return void socket.write(request)
      socket.destroy()
      resolve(count)
    })
    socket.write(request)
  })
}

function lengthOf(head: string): number {
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 200))
  return head.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
}

async function serve(kind: string): Promise<void> {
  const payload = { text: 'x'.repeat(bytes - 11) }
  const port = await (kind === 'kit' ? serveKit(payload) : serveBare(Buffer.from(JSON.stringify(payload))))
  process.on('disconnect', () => process.exit())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.send?.(port)
}

async function serveBare(answer: Buffer): Promise<number> {
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length }).end(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function serveKit(payload: { text: string }): Promise<number> {
  const { createHttpApp } = await import('#core/http/server/server.ts')
  const { defineRoute } = await import('#core/http/routing/route.ts')
  const { openLog } = await import('#core/telemetry/log.ts')
  const { createMetrics } = await import('#core/telemetry/metrics.ts')
  const { newId } = await import('#core/domain/ids.ts')
  const common = { tag: 'Bench', summary: 'Bench', access: 'everyone', responses: { 200: Type.Unknown() } } as const
  const handle = () => ({ status: 200, body: payload })
  const http = createHttpApp({
    routes: [
      defineRoute({ ...common, method: 'GET', path: '/api/cached', cachedBy: 'things', handle }),
      defineRoute({
        ...common,
        method: 'PUT',
        path: '/api/search',
        body: Type.Object({ text: Type.String() }),
        cachedBy: 'things',
        handle,
      }),
      defineRoute({ ...common, method: 'GET', path: '/api/plain', handle }),
    ],
    sessions: { authenticate: () => Promise.resolve('none') },
    projections: { waitFor: () => Promise.resolve(true), stamp: () => '1' },
    idempotency: {
      once: (_command, run) => run({ commandId: newId(), isRetry: false }),
      flush: () => Promise.resolve(),
    },
    log: openLog('info'),
    metrics: createMetrics(),
    health: [],
    newId,
    corsOrigins: [],
  })
  return (await http.listen({ port: 0, host: '127.0.0.1' })).port
}

if (process.send === undefined) await measureAll()
else await serve(process.argv[3] ?? '')
