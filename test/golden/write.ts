// `npm run golden`: writes missing golden files, and never overwrites one (test/golden/README.md).
import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { eventCodec } from '#core/event-store/codec/codec.ts'
import type { CodecDefinitions } from '#core/event-store/event-definition.ts'
import { allProjections, eventDefinitions } from '#modules/shop/manifests.ts'
import { earlierVersions } from './earlier-versions.ts'
import { goldenKeys, goldenNames, readGolden, writeFrozen, type GoldenName } from './golden-files.ts'
import { erasedGoldenNames, faultOfLog, readErased } from './log.ts'
import { goldenRows, type GoldenRows } from './read-models.ts'

const personalData = await goldenKeys()

/** @throws Error if the events of `decoded/` are not one log, before any of them is frozen */
async function assertLog(): Promise<void> {
  const described = await Promise.all((await goldenNames('decoded')).map(({ name }) => readGolden('decoded', name)))
  const fault = faultOfLog(described.toSorted((a, b) => a.position - b.position))
  if (fault !== undefined) throw new Error(`Nothing was written, because of a file in test/golden/decoded/: ${fault}`)
}

async function writeMissingEvents(): Promise<void> {
  const present = new Set((await goldenNames('events')).map(({ name }) => name))
  for (const golden of await goldenNames('decoded')) if (!present.has(golden.name)) await writeEvent(golden)
}

/** Encodes the event that `decoded` describes, as an append would. */
async function writeEvent(golden: GoldenName): Promise<void> {
  const described = await readGolden('decoded', golden.name)
  const [encoded] = await eventCodec({ definitions: definitionsFor(golden), personalData }).encode([described])
  const path = join(import.meta.dirname, 'events', `${golden.name}.json`)
  await writeFrozen(path, { ...described, ...encoded })
  process.stdout.write(`wrote test/golden/events/${golden.name}.json\n`)
}

/** @throws Error for a version without a definition to encode it */
function definitionsFor({ name, type, version }: GoldenName): CodecDefinitions {
  const definition = [eventDefinitions[type], earlierVersions[type]].find((one) => one?.version === version)
  if (definition === undefined) throw new Error(`${name}: this version of the shop does not write version ${version}`)
  return { [type]: definition }
}

/** Writes the erased persons' events as decoded without their keys. */
async function writeMissingErased(): Promise<void> {
  const present = new Set((await goldenNames('erased/decoded')).map(({ name }) => name))
  for (const { name } of await erasedGoldenNames()) {
    if (present.has(name)) continue
    await writeFrozen(join(import.meta.dirname, 'erased/decoded', `${name}.json`), await readErased(name))
    process.stdout.write(`wrote test/golden/erased/decoded/${name}.json\n`)
  }
}

/** Writes rows of the projections' current versions, for events that have none yet. */
async function writeMissingRows({ folder, missingOf }: GoldenRows): Promise<void> {
  for (const projection of allProjections) {
    const missing = await missingOf(projection)
    if (missing === undefined) continue
    await writeFrozen(missing.path, missing.rows)
    process.stdout.write(`wrote test/golden/${folder}/${basename(missing.path)}\n`)
  }
}

await assertLog()
await writeMissingEvents()
await writeMissingErased()
const { open, erased } = await goldenRows()
await writeMissingRows(open)
await writeMissingRows(erased)

// Collecting the names needs a running shop, which a test opens.
const names = spawn(process.execPath, [join(import.meta.dirname, '../run.ts'), 'test/golden/names'], {
  stdio: 'inherit',
  env: { ...process.env, GOLDEN_NAMES: 'write' },
})
names.once('close', (code) => (process.exitCode = code ?? 1))
