import type { IncomingMessage } from 'node:http'
import { Rejection } from '../../domain/errors.ts'
import type { NewId } from '../../domain/ids.ts'
import { admit, refusalFor } from '../security/access.ts'
import { guest, type Caller } from '../security/caller.ts'
import { responseOf, jsonBytes, type HttpResponse } from '../responses/http-response.ts'
import { maxBodyBytes, parseJson } from '../input/body.ts'
import { readUpload } from '../input/upload.ts'
import type { CachedReads, ProjectionPositions } from '../responses/cached-read.ts'
import { readDeadlineMs, withinDeadline } from '../responses/deadline.ts'
import { codingFor } from '../responses/compression.ts'
import { awaitPosition, patienceMs, idempotencyKeyOf, ifMatchOf, minPositionOf } from './conditions.ts'
import type { Idempotency } from '../idempotency/idempotency.ts'
import { aliasOf, bodyOf } from '../server/quick-reads.ts'
import { noteSent } from '../security/receiver.ts'
import { isOfApi, readModelsOf, type LoggedIn, type Reply, type Route, type RouteRequest } from './route.ts'
import type { Budgets } from '../security/budgets/budgets.ts'
import { callerKey, countIfUnstored, type Effect } from '../security/budgets/unstored-calls.ts'
import type { Sessions } from '../security/session.ts'
import { inputCheckOf, type CheckedInput } from '../input/validation.ts'
import { variantIn } from '../responses/variants.ts'

/** The dependencies of every route. */
export type RouteKit = {
  sessions: Pick<Sessions, 'authenticate'>
  projections: ProjectionPositions
  idempotency: Pick<Idempotency, 'once'>
  cachedReads: CachedReads
  budgets: Pick<Budgets, 'check' | 'add'>
  newId: NewId
  clientAddress: (request: IncomingMessage) => string
}

const noFile = Buffer.alloc(0)

/** A request that matched a route. */
export type RoutedRequest = {
  message: IncomingMessage
  params: Readonly<Record<string, string>>
  requestId: string
  traceId?: string | undefined
}

/**
 * Returns the function that handles a route's requests. It authorises the caller, validates the input, waits for the
 * read models if requested, and runs the handler, unless an idempotent command or a cached read already has its
 * response.
 */
export function routeHandler(route: Route, kit: RouteKit): (request: RoutedRequest) => Promise<HttpResponse> {
  const check = inputCheckOf(route)
  const run = runnerOf(route, kit)
  const readModels = readModelsOf(route)

  async function handle(request: RoutedRequest, caller: Caller, effect: Effect): Promise<HttpResponse> {
    const { message } = request
    const minPosition = minPositionOf(message.headers)
    const ifMatch = ifMatchOf(message.headers['if-match'])
    const bytes = await bodyFor(route, message)
    const input = check({
      params: request.params,
      query: queryOf(message),
      body: bytes === undefined ? undefined : parseJson(bytes),
    })
    if (minPosition !== undefined)
      await Promise.all(readModels.map((name) => awaitPosition(kit.projections, name, minPosition)))
    const file = route.upload === undefined ? noFile : await readUpload(message, route.upload)
    return run({ ...request, caller, ifMatch, bytes, file, input, effect }).catch((error: unknown) => {
      throw refusalFor(caller, error)
    })
  }

  const respond = async (request: RoutedRequest) => {
    const caller = await callerOf(route, kit, request.message)
    if (route.limitsUnstored !== true) return handle(request, caller, { isStored: false })
    const key = callerKey(caller, kit.clientAddress(request.message))
    return countIfUnstored(kit.budgets, key, (effect) => handle(request, caller, effect))
  }
  if (!hasDeadline(route)) return respond
  return (request) => withinDeadline(respond(request), deadlineOf(request))
}

/** Reads of the storefront's pages. Commands are never abandoned half-way. */
function hasDeadline({ method, path, cachedBy, storesNothing = false, mayTakeLonger = false }: Route): boolean {
  const isRead = method === 'GET' || cachedBy !== undefined || storesNothing
  return isRead && isOfApi(path) && !mayTakeLonger
}

/** A reader of its own writes may first wait for the read model. */
function deadlineOf({ message }: RoutedRequest): number {
  return message.headers['x-min-position'] === undefined ? readDeadlineMs : readDeadlineMs + patienceMs
}

type CheckedRequest = RoutedRequest & {
  caller: Caller
  ifMatch: number | undefined
  bytes: Buffer | undefined
  file: Buffer
  input: CheckedInput
  effect: Effect
}

function runnerOf(route: Route, kit: RouteKit): (request: CheckedRequest) => Promise<HttpResponse> {
  if (route.cachedBy !== undefined) return cachedRunner(route, kit, [route.cachedBy].flat())
  return route.idempotent === undefined ? freshRunner(route, kit) : repeatableRunner(route, kit)
}

function freshRunner(route: Route, kit: RouteKit) {
  return async (request: CheckedRequest): Promise<HttpResponse> => {
    const commandId = route.method === 'GET' ? request.requestId : kit.newId()
    return respondWithEffect(
      await route.handle(requestFor(kit, request, { commandId, isRetry: false })),
      request.effect,
    )
  }
}

function respondWithEffect(reply: Reply, effect: Effect): HttpResponse {
  effect.isStored = reply.isUnchanged !== true
  return responseOf(reply)
}

function repeatableRunner(route: Route, kit: RouteKit) {
  const runOnce = onceRunner(route, kit)
  const complete = route.idempotent?.complete
  if (complete === undefined) return runOnce
  return async (request: CheckedRequest): Promise<HttpResponse> => {
    const response = await runOnce(request)
    if (response.body === undefined) return response
    const repeated = { ...request.input, actor: actorOf(request.caller) }
    return { ...response, body: jsonBytes(await complete(parseJson(response.body), repeated)) }
  }
}

function onceRunner(route: Route, kit: RouteKit) {
  const runFresh = freshRunner(route, kit)
  return async (request: CheckedRequest): Promise<HttpResponse> => {
    const { message, caller, input } = request
    const header = idempotencyKeyOf(message.headers['idempotency-key'])
    const key = header ?? route.idempotent?.businessKey?.(input.body)
    if (key === undefined) return runFresh(request)
    const call = `${route.method} ${route.path} ${JSON.stringify(input.params)}`
    const command = { accountId: caller.id, call, key, isExplicit: header !== undefined, body: input.body }
    return kit.idempotency.once(command, async (attempt) =>
      respondWithEffect(await route.handle(requestFor(kit, request, attempt)), request.effect),
    )
  }
}

function cachedRunner(route: Route, kit: RouteKit, projections: readonly string[]) {
  return async (request: CheckedRequest): Promise<HttpResponse> => {
    const { message, input, bytes } = request
    const read = {
      route: route.path,
      projections,
      key: `${route.method} ${route.path} ${JSON.stringify(input)}`,
      alias: aliasOf(message, bytes),
    }
    const found = await kit.cachedReads.read(read, async () =>
      route.handle(requestFor(kit, request, { commandId: request.requestId, isRetry: false })),
    )
    if (!('plain' in found)) return found
    noteSent(found, message, kit.clientAddress(message))
    return variantIn(found, codingFor(message.headers['accept-encoding']))
  }
}

/** The input has passed the route's own schemas, and `defineRoute` has checked that the handler's types match them. */
function requestFor(
  kit: RouteKit,
  { message, requestId, traceId, caller, ifMatch, input, file }: CheckedRequest,
  attempt: { commandId: string; isRetry: boolean },
): RouteRequest<Record<string, unknown>, Record<string, unknown>, unknown> {
  const clientAddress = kit.clientAddress(message)
  return { ...input, ...attempt, file, actor: actorOf(caller), requestId, traceId, ifMatch, clientAddress }
}

function actorOf({ hasSessionEnded: _hasSessionEnded, ...actor }: Caller): LoggedIn {
  return actor
}

/** Cached responses are the same for every caller, so their routes ignore the session. */
async function callerOf(route: Route, { sessions }: RouteKit, message: IncomingMessage): Promise<Caller> {
  const { authorization } = message.headers
  if (route.cachedBy !== undefined || (authorization === undefined && route.access === 'everyone')) return guest
  const isRepeated = authorization !== undefined && (message.headersDistinct['authorization']?.length ?? 0) > 1
  return admit(route.access, isRepeated ? 'invalid' : await sessions.authenticate(authorization))
}

async function bodyFor(route: Route, message: IncomingMessage): Promise<Buffer | undefined> {
  if (route.body !== undefined) return bodyOf(message)
  if (route.upload !== undefined) return undefined
  if (Number(message.headers['content-length'] ?? 0) <= maxBodyBytes) return undefined
  throw new Rejection('too-large', 'This call takes no body')
}

function queryOf({ url = '' }: IncomingMessage): string {
  const question = url.indexOf('?')
  return question < 0 ? '' : url.slice(question + 1)
}
