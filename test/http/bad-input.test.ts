import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRecord } from '#core/http/input/field-errors.ts'
import type { JsonSchema } from '#core/http/docs/openapi-schema.ts'
import type { OpenApi, Operation, Parameter } from '#core/http/docs/openapi.ts'
import { hostileHeaders, hostileTexts, hostileValues } from '#test/support/hostile-values.ts'
import { leftToCi } from '#test/support/engines/engines.ts'
import { runsEverything } from '#test/support/runner/left-to-ci.ts'
import { recordFigure } from '#test/support/runner/figures.ts'
import { type Answer, type Call } from '#test/support/shop/api-caller.ts'
import { openTestShop, type TestShop } from '#test/support/shop/shop.ts'

/**
 * Every field of every call is sent values of the corpus by a permitted caller: one in this many, different ones for
 * each field, so that the fields of a call get many; every one with `npm run test:faults -- bad-input`.
 */
const oneIn = Number(process.env['BAD_INPUT_ONE_IN'] ?? (runsEverything ? '11' : '23'))
const meta = oneIn > 11 ? leftToCi('every second hostile value') : {}

let shop: TestShop
let operations: Described[]

beforeAll(async () => {
  shop = await openTestShop()
  const { body }: { body: OpenApi } = await shop.call('GET', '/api/openapi.json')
  operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
})
afterAll(() => shop.close())

type Described = Operation & { method: string; path: string }

/** One attempt: the request, in words for a failure, and whether only a refusal of this field will do. */
type Try = { call: Described; path: string; sent: Call; what: string; mustName?: string | undefined }

const timeoutMs = oneIn === 1 ? 1_800_000 : 180_000

const texts = Object.values(hostileTexts).flat()
const values = [...Object.values(hostileValues).flat(), ...texts]

test('a body given as an example is never bad input', async () => {
  for (const call of operations.filter(({ requestBody }) => requestBody !== undefined)) {
    const { path, sent } = asDescribed(call)
    const { status, text } = await shop.call(call.method, path, { token: shop.adminToken, ...sent })
    // It cannot know anyone's current password, or the token of a mail.
    const isUnknown = /This is not your current password|This link is no longer valid/.test(text)
    const isRefused = status === 400 && !isUnknown
    expect([call.method, path, isRefused && text]).toEqual([call.method, path, false])
  }
})

test(
  'in any field of any body is rejected by its name, or harmless',
  { timeout: timeoutMs, meta },
  async ({ task }) => {
    const withBody = operations.filter(({ requestBody }) => requestBody !== undefined)
    expect(withBody.length).toBeGreaterThan(15)
    const faults: string[] = []
    let inputs = 0
    for (const call of withBody) {
      const tries = someOf(triesOfBody(call))
      for (const one of tries) faults.push(...(await faultsOf(one)))
      faults.push(...(await faultsOf(asDescribed(call))))
      inputs += tries.length
    }
    recordFigure(task, 'hostile values in bodies', inputs)
    expect(faults).toEqual([])
  },
)

test(
  'in any parameter of any address, and in any header, is rejected or harmless',
  { timeout: timeoutMs, meta },
  async ({ task }) => {
    const faults: string[] = []
    let inputs = 0
    for (const call of operations) {
      const tries = someOf(call.parameters.flatMap((parameter) => triesOfParameter(call, parameter)))
      for (const one of tries) faults.push(...(await faultsOf(one)))
      inputs += tries.length
    }
    recordFigure(task, 'hostile values in parameters and headers', inputs)
    expect(faults).toEqual([])
  },
)

test('leaves a shop that shows and accepts what it did before', async () => {
  const reads = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  const { body } = await shop.call('GET', '/api/products')
  expect(body.totalElements).toBeGreaterThan(1)
  for (const call of reads) expect(await faultsOf(asDescribed(call))).toEqual([])
})

/** Neither divides any count of the values for one place, so that the next place meets others. */
const someOf = (tries: Try[]) => tries.filter((_, index) => index % oneIn === 0)

function asDescribed(call: Described): Try {
  const { path, requestBody } = call
  const body = requestBody?.content['application/json']?.example
  return { call, path: addressOf(path), sent: { body }, what: 'its example' }
}

/** Of things that do not exist; a cart need not exist to be used. */
const addressOf = (path: string, params: Record<string, string> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? (name === 'cartId' ? cartId : 'x1'))

const cartId = '0f0e5c1e-6f0e-4d53-9c36-0d6a1f3a9b11'

function triesOfBody(call: Described): Try[] {
  const { schema = {}, example } = call.requestBody?.content['application/json'] ?? {}
  return fieldsOf(schema).flatMap(({ steps, wants }) =>
    values.map((value) => ({
      call,
      path: addressOf(call.path),
      sent: { body: JSON.stringify(replaced(example, steps, value)) },
      what: `${nameOf(steps)}: ${shown(value)}`,
      mustName: isOfType(wants.type, value) ? undefined : nameOf(steps),
    })),
  )
}

type Field = { steps: readonly (string | number)[]; wants: JsonSchema }

/** The whole, and everything inside it. */
function fieldsOf(wants: JsonSchema, steps: Field['steps'] = []): Field[] {
  const inside = Object.entries(wants.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...steps, name]))
  const items = wants.items === undefined ? [] : fieldsOf(wants.items, [...steps, 0])
  return [{ steps, wants }, ...inside, ...items]
}

function replaced(body: unknown, [step, ...rest]: Field['steps'], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(body)) return body.map((item, index) => (index === step ? replaced(item, rest, value) : item))
  const record = isRecord(body) ? body : {}
  return { ...record, [step]: replaced(record[step], rest, value) }
}

/** As errors name it: `items[0].id`, and '' for the whole. */
function nameOf(steps: Field['steps']): string {
  return steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  return type === undefined || (type === 'object' ? isRecord(value) : type === typeof value)
}

function triesOfParameter(call: Described, { in: place, name }: Parameter): Try[] {
  const what = (value: string) => `${place} ${name}: ${shown(value)}`
  const path = addressOf(call.path)
  const { sent } = asDescribed(call)
  if (place === 'header')
    return hostileHeaders.map((value) => ({
      call,
      path,
      sent: { ...sent, headers: { [name]: value } },
      what: what(value),
    }))
  if (place === 'path')
    return encoded.map((value) => ({ call, path: addressOf(call.path, { [name]: value }), sent, what: what(value) }))
  const queries = [
    ...encoded.map((value) => `${name}=${value}`),
    `${name}=1&${name}=2`,
    `${name}[]=1`,
    `${name}[a]=1`,
    name,
  ]
  return queries.map((query) => ({ call, path: `${path}?${query}`, sent, what: what(query) }))
}

/** As they appear in an address; some of them broken there. */
const encoded = [
  ...texts.filter((text) => text.isWellFormed()).map(encodeURIComponent),
  '..%2f',
  '%41',
  '%',
  '%ff',
  '%c0%ae',
  'x'.repeat(16_000),
]

const refusals = new Set([400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422, 429, 431])

/** The counts after the previous attempt, if it was refused. */
let lastCounts: string | undefined

async function faultsOf({ call, path, sent, what, mustName }: Try): Promise<string[]> {
  const before = lastCounts ?? (await whatHappened())
  const answer = await shop.call(call.method, path, { token: shop.adminToken, ...sent })
  const said = complaintsOf(answer, mustName)
  lastCounts = isTaken(answer) ? undefined : await whatHappened()
  if (lastCounts !== undefined && lastCounts !== before) said.push('was refused, and yet something happened')
  return said.map(
    (complaint) => `${call.method} ${call.path}, ${what}: ${complaint} (${answer.status} ${answer.text.slice(0, 200)})`,
  )
}

const isTaken = ({ status }: Answer) => status >= 200 && status < 400

function complaintsOf(answer: Answer, mustName: string | undefined): string[] {
  if (mustName !== undefined && !isRefusalOf(answer, mustName)) return ['must be refused by the name of the field']
  if (isTaken(answer)) return []
  if (!refusals.has(answer.status)) return ['is no refusal']
  return saysWhatToDo(answer) ? [] : ['does not say what to do']
}

function saysWhatToDo({ status, headers, body }: Answer): boolean {
  const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json') ?? false
  return isProblem && body.status === status && body.detail.length > 10
}

function isRefusalOf({ status, body }: Answer, field: string): boolean {
  return status === 400 && body.errors.some((error: { field: string }) => error.field.startsWith(field))
}

/**
 * Counts events and accounts. A read of personal data is recorded even if the change is then refused, and the end of an
 * ordered cart comes shortly after its response.
 */
async function whatHappened(): Promise<string> {
  const { pool } = shop.shop.infrastructure.database
  await pool.query('delete from throttles')
  const { rows } = await pool.query(
    `select (select count(*) from events where type not in ('PersonalDataRead', 'CartCheckedOut'))
       || ' ' || (select count(*) from accounts) as counts`,
  )
  return rows[0].counts
}

const shown = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 60)
