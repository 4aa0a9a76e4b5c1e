import type { RequestListener } from 'node:http'
import Koa, { type Middleware } from 'koa'
import type { NewId } from '../../domain/ids.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Tracing } from '../../telemetry/tracing.ts'
import { createCachedReads, type ProjectionPositions } from '../responses/cached-read.ts'
import { clientAddressOf, type AddressedRequest } from './client-address.ts'
import { cors } from '../security/cors.ts'
import { documentsOf, metricsDocument } from '../docs/documents.ts'
import type { ApiInfo } from '../docs/openapi.ts'
import { healthRoutes, type ReadinessCheck } from './health.ts'
import { htmlPages } from './html-pages.ts'
import type { Idempotency } from '../idempotency/idempotency.ts'
import { inProcess, type Ask } from './in-process.ts'
import { lifecycle } from './lifecycle.ts'
import { listen, type Listening, type ListenOptions } from './listen.ts'
import { quickReads } from './quick-reads.ts'
import { createRequestLog } from './request-log.ts'
import type { Route } from '../routing/route.ts'
import { routersOf, withoutRoute } from '../routing/router.ts'
import { securityHeaders } from '../security/security-headers.ts'
import { unlimited, type Budgets } from '../security/budgets/budgets.ts'
import type { HttpState } from './send.ts'
import type { Sessions } from '../security/session.ts'

export type HttpAppOptions = {
  routes: readonly Route[]
  /** The title, version and text of the API description, which is not served without it; health and metrics are. */
  info?: ApiInfo
  sessions: Pick<Sessions, 'authenticate'>
  projections: ProjectionPositions
  idempotency: Idempotency
  /** Default: none. */
  budgets?: Budgets
  log: Log
  metrics: Metrics
  tracing?: Tracing | undefined
  health: readonly ReadinessCheck[]
  newId: NewId
  /** The only origins whose pages may call the API. */
  corsOrigins: readonly string[]
  /** The shop's public URL; if it is https, HSTS is sent. */
  publicUrl?: string | undefined
  /** Handles every request that is not a call of the API; `ask` calls the API in process. */
  page?: (ask: Ask) => Middleware
  /** The number of proxies in front of this process whose `X-Forwarded-For` and `traceparent` are trusted (default 0). */
  trustedProxies?: number
  /** Called at each request, before anything else. */
  onRequest?: () => void
  /** The memory for cached responses of catalogue reads (default 64 MB). */
  cacheBytes?: number
}

type Listen = Omit<ListenOptions, 'listener' | 'requestLog' | 'fixedHeaders'>

export type HttpApp = {
  app: Koa<HttpState>
  /** The request listener for a Node server. */
  listener: RequestListener
  /** @throws OperatorError if the port is taken */
  listen(address: Listen): Promise<Listening>
}

/** Gives every call the same checks, headers, log line and metrics. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { log, metrics, projections, corsOrigins, trustedProxies = 0, budgets = unlimited } = options
  const routes = [...options.routes, ...healthRoutes(options.health)]
  const cachedReads = createCachedReads(projections, options.cacheBytes)
  const requestLog = createRequestLog({ log, metrics, tracing: options.tracing, trustedProxies })
  const hasCors = corsOrigins.length > 0
  const fixedHeaders = { ...securityHeaders(options.publicUrl), ...(hasCors && { Vary: 'Origin' }) }
  const clientAddress = (message: AddressedRequest) => clientAddressOf(message, trustedProxies)
  const documents = options.info === undefined ? [] : documentsOf(routes, options.info)
  const routers = routersOf(routes, [...documents, metricsDocument(metrics.registry)], {
    ...options,
    budgets,
    cachedReads,
    clientAddress,
  })

  const app = new Koa<HttpState>()
  app.on('error', (error: unknown) => log.error({ err: error }, 'could not send a response'))
  app.use(lifecycle({ log, requestLog, fixedHeaders }))
  app.use(cors(corsOrigins))
  app.use(routers.routes())
  if (options.page !== undefined) app.use(htmlPages(options.page(inProcess(app, routers, options.newId)), routers))
  app.use(withoutRoute(routers))

  const throughKoa = app.callback()
  const handle = quickReads({
    cachedReads,
    requestLog,
    fixedHeaders,
    callsWithBody: callsWithBody(routes),
    hasCors,
    clientAddress,
    next: (request, response) => void throughKoa(request, response),
  })
  const { onRequest } = options
  const listener: RequestListener =
    onRequest === undefined ? handle : (...exchange) => (onRequest(), handle(...exchange))
  const open = (address: Listen) => listen({ ...address, listener, requestLog, fixedHeaders })
  return { app, listener, listen: async (address) => flushingOnStop(await open(address), { ...options, budgets }) }
}

/** Waits at shutdown until every response has been stored for its idempotency key, and every budget is up to date. */
function flushingOnStop(
  { port, ...listening }: Listening,
  { idempotency, budgets }: Required<Pick<HttpAppOptions, 'idempotency' | 'budgets'>>,
): Listening {
  const stop = async () => {
    await listening.stop()
    await Promise.all([idempotency.flush(), budgets.flush()])
  }
  return { port, stop }
}

/** Cached calls whose response depends on the body, such as `PUT /api/products/search`. */
function callsWithBody(routes: readonly Route[]): ReadonlySet<string> {
  const cached = routes.filter(({ cachedBy, body }) => cachedBy !== undefined && body !== undefined)
  return new Set(cached.flatMap(({ method, path, also = [] }) => [path, ...also].map((one) => `${method} ${one}`)))
}
