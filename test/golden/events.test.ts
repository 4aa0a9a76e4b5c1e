import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { eventCodec } from '#core/event-store/codec/codec.ts'
import type { JsonObject, RecordedEvent } from '#core/event-store/event-store.ts'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { valueAt } from '#core/event-store/codec/personal-fields.ts'
import { sealedField } from '#core/event-store/codec/sealed-event.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { expectedOf, goldenKeys, goldenNames, readGolden, writeFrozen, type GoldenName } from './golden-files.ts'
import { faultOfLog, storedLog } from './log.ts'

const golden = await goldenNames('events')
const described = new Set((await goldenNames('decoded')).map(({ name }) => name))
const codec = eventCodec({ definitions: eventDefinitions, personalData: await goldenKeys() })
const { has: isOfTheShop } = shopsEvents(eventDefinitions)

const versions = Object.entries(eventDefinitions).flatMap(([type, definition]) =>
  Array.from({ length: definition.version }, (_, i) => ({ type, version: i + 1 })),
)

/** @throws Error if the event cannot be decoded, naming the file */
async function decoded(name: string): Promise<RecordedEvent> {
  const { events, failure } = await codec.decode([await readGolden('events', name)])
  const [event] = events
  if (event !== undefined) return event
  throw new Error(`test/golden/events/${name}.json exists in logs and can no longer be read: ${failure?.message}`)
}

test.each(versions)('$type has a golden event of version $version', ({ type, version }) => {
  const command = `write one to test/golden/decoded/${type}.v${version}.json and run "npm run golden"`
  const files = golden.filter((file) => file.type === type && file.version === version)
  expect(files, `${type} has no golden event of version ${version}: ${command}`).not.toHaveLength(0)
})

test.each(golden)('the golden event $name decodes as before', async ({ name }) => {
  expect(described, `test/golden/decoded/${name}.json is missing: it holds the decoded event`).toContain(name)
  expect(await decoded(name)).toEqual(await expectedOf('decoded', name))
})

test.each(golden)('the golden event $name has a known type and version, in a stream of the shop', async (file) => {
  expect(versions, `nothing reads ${file.name}: its type and version stay in logs for ever`).toContainEqual(typed(file))
  const stored = await readGolden('events', file.name)
  expect({ type: stored.type, version: stored.metadata.schemaVersion }).toEqual(typed(file))
  expect(isOfTheShop(await decoded(file.name))).toBe(true)
})

test.each(golden)('the schema has every field of the golden event $name', async ({ name }) => {
  const { type, data } = await decoded(name)
  const schema = eventDefinitions[type]?.schema ?? {}
  expect(Value.Clean(schema, structuredClone(data)), `the schema of ${type} lacks a field`).toEqual(data)
})

test.each(golden)(
  'the id of its stream that the golden event $name holds is named by the definition',
  async ({ name }) => {
    const { type, stream, data } = await decoded(name)
    const id = stream.slice(stream.indexOf('-') + 1)
    const fields = Object.keys(data).filter((field) => data[field] === id)
    expect(
      fields.length === 0 || eventDefinitions[type]?.idIn !== undefined,
      `add idIn: textIn('${fields.join()}') to the definition of ${type}`,
    ).toBe(true)
  },
)

const current = golden.filter(({ type, version }) => eventDefinitions[type]?.version === version)

test.each(current)('the current codec encrypts the same fields as in the golden event $name', async ({ name }) => {
  const [written] = await codec.encode([await decoded(name)])
  expect(withoutSealedText(written?.data ?? {})).toEqual(withoutSealedText((await readGolden('events', name)).data))
})

test('every event in decoded/ has a stored one in events/', () => {
  const written = new Set(golden.map(({ name }) => name))
  const missing = [...described].filter((name) => !written.has(name))
  expect(missing, 'run "npm run golden"').toEqual([])
})

test('the golden events form one log', async () => expect(faultOfLog(await storedLog())).toBeUndefined())

describe('a log has', () => {
  const placed = { stream: 'order-1', at: '2026-01-05T04:47:18.000Z', id: 'a', position: 1, revision: 0 }
  const after = { ...placed, id: 'b', position: 2, revision: 1 }

  test.each([
    ['contiguous positions', { position: 3 }, 'the position after 1 is 2, not 3'],
    ['times that never decrease', { at: '2026-01-05T04:47:17.999Z' }, 'the event at position 2 has the time (at)'],
    ['unique ids', { id: 'a' }, 'the event at position 2 has the id of an earlier event, a'],
    ['contiguous revisions', { revision: 2 }, 'the event at position 2 has the revision 2 of order-1'],
  ])('%s', (_, change, fault) => {
    expect(faultOfLog([placed, after])).toBeUndefined()
    expect(faultOfLog([placed, { ...after, ...change }])).toContain(fault)
  })
})

test('a frozen file is not overwritten', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'golden-'))
  const path = join(folder, 'OrderPlaced.v1.json')
  await writeFile(path, 'as it was')
  await expect(writeFrozen(path, {})).rejects.toThrow('EEXIST')
  expect(await readFile(path, 'utf8')).toBe('as it was')
  await rm(folder, { recursive: true })
})

/** The ciphertext may differ; the paths of encrypted fields may not change within a version. */
function withoutSealedText(data: JsonObject): JsonObject {
  const paths = valueAt(data, [sealedField, 'paths'])
  return paths === undefined ? data : { ...data, [sealedField]: { paths } }
}

function typed({ type, version }: GoldenName): { type: string; version: number } {
  return { type, version }
}
