// `npm run golden`: writes the golden files that are missing, and never one that is there (test/golden/README.md).
import { join } from 'node:path'
import { eventCodec, type CodecDefinitions } from '#core/event-store/codec.ts'
import { allProjections, eventDefinitions } from '#modules/manifests.ts'
import { earlierVersions } from './earlier-versions.ts'
import { goldenKeys, goldenNames, readGolden, writeFrozen, type GoldenName } from './golden-files.ts'
import { goldenLog } from './log.ts'
import { frozenOf, notFrozen, pathOf, stepsOf } from './read-models.ts'

const personalData = await goldenKeys()

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

/** @throws Error for a version that nothing here can write */
function definitionsFor({ name, type, version }: GoldenName): CodecDefinitions {
  const definition = [eventDefinitions[type], earlierVersions[type]].find((one) => one?.version === version)
  if (definition === undefined) throw new Error(`${name}: this version of the shop does not write version ${version}`)
  return { [type]: definition }
}

/** Rows of the versions that the projections have now, of events that have none yet. */
async function writeMissingRows(): Promise<void> {
  const log = await goldenLog()
  for (const projection of allProjections) {
    const missing = notFrozen(projection, await frozenOf(projection), log)
    if (missing === undefined) continue
    await writeFrozen(pathOf(missing.name), { ...missing.span, steps: stepsOf(projection, log, missing.span) })
    process.stdout.write(`wrote test/golden/read-models/${missing.name}.json\n`)
  }
}

await writeMissingEvents()
await writeMissingRows()
