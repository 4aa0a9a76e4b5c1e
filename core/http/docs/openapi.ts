import type { TObject, TSchema } from 'typebox'
import { exampleOf, publicSchema, type JsonSchema } from './openapi-schema.ts'
import { Problem, problemKinds, type ProblemKind } from '../responses/problem-details.ts'
import { readModelsOf, type Route } from '../routing/route.ts'
import type { UploadRule } from '../input/upload.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type Media = { schema: JsonSchema; example?: unknown }
export type ResponseObject = { description: string; content?: Record<string, Media>; headers?: Record<string, unknown> }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  /** Empty if the call requires no token. */
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, ResponseObject>
}

/** The parts of OpenAPI 3.1 that the generated document uses. */
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Problem: JsonSchema }; securitySchemes: Record<string, unknown> }
}

export type ApiInfo = { title: string; version: string; description: string }

/** Describes every route, based on the schemas that validate its input. */
export function openApiOf(routes: readonly Route[], info: ApiInfo): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    for (const path of [route.path, ...(route.also ?? [])]) {
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, path) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: publicSchema(Problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function tagOf({ tag = 'Other' }: Route): string {
  return tag
}

function operationOf(route: Route, path: string): Operation {
  const roles = route.access === 'everyone' ? [] : [...route.access]
  return {
    operationId: operationIdOf(route.method, path),
    tags: [tagOf(route)],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: route.access === 'everyone' ? [] : [{ bearer: roles }],
    parameters: [...inputsOf(route.params, 'path'), ...inputsOf(route.query, 'query'), ...headersOf(route)],
    ...(route.body && { requestBody: { required: isRequired(route.body), content: json(route.body) } }),
    ...(route.upload && { requestBody: { required: true, content: multipart(route.upload) } }),
    responses: responsesOf(route),
  }
}

/** `GET /api/orders/{orderId}/history` becomes `getApiOrdersOrderIdHistory`. */
function operationIdOf(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')
}

function inputsOf(schema: TObject | undefined, place: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return []
  const { required = [], properties = {} } = publicSchema(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && property.default === undefined),
    ...(property.description !== undefined && { description: property.description }),
    schema: property,
  }))
}

const idempotencyKey = header(
  'Idempotency-Key',
  'Makes the call repeatable: the same key and body return the first response, for 72 hours',
  { type: 'string', minLength: 1, maxLength: 128 },
)
const ifMatch = header(
  'If-Match',
  'The revision that the caller has seen, as its ETag: a newer revision is rejected with 412',
  { type: 'string', examples: ['"3"'] },
)
const minPosition = header(
  'X-Min-Position',
  'Waits, 2 seconds at most, until the event at this position can be read; 503 when it takes longer',
  { type: 'integer', minimum: 0 },
)

function header(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'header', required: false, description, schema }
}

function headersOf(route: Route): Parameter[] {
  return [
    ...(route.idempotent ? [idempotencyKey] : []),
    ...(route.conditional === true ? [ifMatch] : []),
    ...(readModelsOf(route).length === 0 ? [] : [minPosition]),
  ]
}

function isCommand({ method, cachedBy }: Route): boolean {
  return method !== 'GET' && cachedBy === undefined
}

function responsesOf(route: Route): Record<string, ResponseObject> {
  const declared = Object.entries(route.responses).map(([status, schema]): [string, ResponseObject] => [
    status,
    { description: titles[status] ?? 'Response', ...(schema && { content: json(schema) }) },
  ])
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const problems = problemsOf(route).map((kind): [string, ResponseObject] => [
    String(problemKinds[kind].status),
    { description: problemKinds[kind].title, content },
  ])
  return Object.fromEntries([...problems, ...declared].map((one) => withRetryAfter(route, one)))
}

const retryAfter = {
  description: 'Seconds after which to retry',
  schema: { type: 'integer', minimum: 1 },
}

/** Describes `Retry-After`: 429 and 503 always send it, a conflict only while a first attempt runs. */
function withRetryAfter(route: Route, [status, response]: [string, ResponseObject]): [string, ResponseObject] {
  const isAlways = ['429', '503'].includes(status)
  if (!isAlways && !(status === '409' && route.idempotent)) return [status, response]
  return [status, { ...response, headers: { 'Retry-After': { ...retryAfter, required: isAlways } } }]
}

const titles: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted: continues in the background',
  204: 'Success, no content',
  503: problemKinds.unavailable.title,
}

function problemsOf(route: Route): ProblemKind[] {
  const kinds: [ProblemKind[], unknown][] = [
    [['invalid'], route.params ?? route.query ?? route.body ?? route.upload],
    [['unauthenticated', 'forbidden'], route.access !== 'everyone'],
    [['not-found'], route.params],
    [['too-large', 'unsupported-media-type'], route.body ?? route.upload],
    [['conflict'], isCommand(route)],
    [['precondition-failed'], route.conditional],
    [['key-reused'], route.idempotent],
    [['too-many-requests'], route.limitsUnstored],
    [[...(route.refuses ?? [])], true],
    [['internal', 'unavailable'], true],
  ]
  return kinds.flatMap(([some, applies]) => (applies ? some : []))
}

function json(schema: TSchema): Record<string, Media> {
  return { 'application/json': { schema: publicSchema(schema), example: exampleOf(publicSchema(schema)) } }
}

function multipart({ field, description }: UploadRule): Record<string, Media> {
  const file = { type: 'string', format: 'binary', ...(description !== undefined && { description }) }
  return { 'multipart/form-data': { schema: { type: 'object', properties: { [field]: file }, required: [field] } } }
}

function isRequired(body: TSchema): boolean {
  return (publicSchema(body).required ?? []).length > 0
}
