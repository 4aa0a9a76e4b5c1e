import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { systemClock } from '#core/domain/clock.ts'
import type { ProjectionPositions } from '#core/http/responses/cached-read.ts'
import type { ListenOptions } from '#core/http/server/listen.ts'
import type { Route } from '#core/http/routing/route.ts'
import { createHttpApp, type HttpAppOptions } from '#core/http/server/server.ts'
import { createSessions, type SessionAccount, type Sessions } from '#core/http/security/session.ts'
import { newId } from '#core/domain/ids.ts'
import { openLog } from '#core/telemetry/log.ts'
import { createMetrics, type Metrics } from '#core/telemetry/metrics.ts'

/** A server of the kit with routes of the test's own. */
export type Kit = {
  url: string
  port: number
  sessions: Sessions
  accounts: Map<string, SessionAccount>
  positions: KnownPositions
  metrics: Metrics
  /** Every line that was logged, in order. */
  logged: Record<string, unknown>[]
  tokenOf(accountId: string): Promise<string>
  stop(): Promise<void>
}

export type KitOptions = Partial<HttpAppOptions> &
  Pick<ListenOptions, 'graceMs' | 'lingerMs' | 'patience' | 'maxConnections'> & {
    address?: Pick<ListenOptions, 'port' | 'host'>
  }

export const userAccount: SessionAccount = {
  id: 'account-asha',
  name: 'Asha Rao',
  loginUserName: 'asha',
  roles: ['USER'],
  notBefore: 0,
}
export const staffAccount: SessionAccount = {
  ...userAccount,
  id: 'account-sita',
  loginUserName: 'sita',
  roles: ['STAFF'],
}
export const adminAccount: SessionAccount = {
  ...userAccount,
  id: 'account-admin',
  loginUserName: 'admin',
  roles: ['ADMIN'],
}

export const tokenSettings = { issuer: 'test-shop', audience: 'test-shop' }
export const tokenSecret = new TextEncoder().encode('a secret of thirty-two bytes, or more')

export async function openKit(routes: readonly Route[], options: KitOptions = {}): Promise<Kit> {
  const accounts = new Map([userAccount, staffAccount, adminAccount].map((account) => [account.id, account]))
  const sessions = createSessions({
    ...tokenSettings,
    keys: [{ kid: 'now', secret: tokenSecret }],
    clock: systemClock,
    findAccount: (id) => Promise.resolve(accounts.get(id)),
  })
  const positions = knownPositions()
  const metrics = createMetrics({ ofProcess: false })
  const logged: Record<string, unknown>[] = []
  const log = openLog('info', { write: (line) => void logged.push(JSON.parse(line)) })
  const http = createHttpApp({
    routes,
    info: { title: 'Calls of the tests', version: '1.0', description: '' },
    sessions,
    projections: positions,
    idempotency: {
      once: (_command, run) => run({ commandId: newId(), isRetry: false }),
      flush: () => Promise.resolve(),
    },
    log,
    metrics,
    health: [],
    newId,
    corsOrigins: [],
    ...options,
  })
  const { graceMs = 1_000, lingerMs, patience, maxConnections, address = { port: 0, host: '127.0.0.1' } } = options
  const server = await http.listen({ ...address, graceMs, lingerMs, patience, maxConnections })
  const { port } = server
  const url = `http://127.0.0.1:${port}`
  const tokenOf = (id: string) => sessions.issue(accounts.get(id) ?? userAccount, systemClock())
  return { url, port, sessions, accounts, positions, metrics, logged, tokenOf, stop: () => server.stop() }
}

/** An answer with its JSON read; `text` is the body as it came. */
export type Answer<Body = any> = { status: number; headers: Headers; body: Body; text: string } // oxlint-disable-line typescript/no-explicit-any -- tests look into bodies of every form

export type Call = {
  token?: string | undefined
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
}

/** One call, such as `GET /api/things`. */
export async function call(kit: Kit, target: string, options: Call = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = target.split(/ (.*)/)
  const answer = await fetch(kit.url + path, { method, headers: headersOf(options), body: bodyOf(options) })
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.includes('json') === true && text !== ''
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

function headersOf({ token, headers, body }: Call): Record<string, string> {
  return {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...headers,
  }
}

function bodyOf({ body }: Call): string | null {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? null)
}

export type KnownPositions = ProjectionPositions & {
  /** Says that rows of the projection changed with the event at this position. */
  moveTo(projection: string, position: number): void
  /** As after a while without news. */
  forget(projection: string): void
}

/** Positions that a test moves; a wait for one that is not reached ends at once. */
function knownPositions(): KnownPositions {
  const known = new Map<string, number>()
  return {
    waitFor: (projection, position) => Promise.resolve((known.get(projection) ?? 0) >= position),
    stamp: (projection) => known.get(projection)?.toString(),
    moveTo: (projection, position) => known.set(projection, position),
    forget: (projection) => known.delete(projection),
  }
}

export type RawAnswer = { status: number; headers: Map<string, string>; body: string }

/** Sends bytes as they are and reads until the server closes. */
export async function rawExchange(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  for (const part of parts) socket.write(part)
  return parseAnswer(await readAll(socket))
}

export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  if (!socket.destroyed) await once(socket, 'close')
  return Buffer.concat(chunks).toString('utf8')
}

export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) }
}
