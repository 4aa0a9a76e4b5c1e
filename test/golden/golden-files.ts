import { createSecretKey, type KeyObject } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { recordedEvent } from '#core/event-store/codec/recorded-events.ts'
import type { PersonKey } from '#core/personal-data/key-lookup.ts'
import type { PersonalData } from '#core/personal-data/personal-data.ts'

/**
 * `events` holds events as stored, written once; `decoded` the same events as this version of the shop decodes them;
 * `erased/decoded` those with personal data of `erasedPersons`, as decoded once their keys are destroyed.
 */
export type GoldenFolder = 'events' | 'decoded' | 'erased/decoded'

/** The buyers in the golden log, which also erases them. */
export const erasedPersons: readonly string[] = [
  '177b773d-483d-43fe-a541-cd127ca95b62',
  'fa4f7155-e110-4eac-a164-bda0f36b5d43',
]

/** A golden event's type and version, from its file name: `OrderPlaced.v1.minimal` is version 1 of `OrderPlaced`. */
export type GoldenName = { name: string; type: string; version: number }

const StoredEvent = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  stream: Type.String(),
  revision: Type.Integer({ minimum: 0 }),
  at: Type.String(),
  id: Type.String(),
  type: Type.String(),
  data: Type.Unknown(),
  metadata: Type.Unknown(),
})

const Keys = Type.Record(Type.String(), Type.String())

/** @throws TypeError for a file whose name is not `<Type>.v<version>.json`, or `<Type>.v<version>.<variant>.json` */
export async function goldenNames(folder: GoldenFolder): Promise<GoldenName[]> {
  const files = await readdir(join(import.meta.dirname, folder))
  return files.toSorted().map(named)
}

function named(file: string): GoldenName {
  const { type, version } = /^(?<type>\w+)[.]v(?<version>[1-9]\d*)([.][\w-]+)?[.]json$/.exec(file)?.groups ?? {}
  if (type === undefined) throw new TypeError(`${file} is not named <Type>.v<version>.json`)
  return { name: basename(file, '.json'), type, version: Number(version) }
}

/** Also validates the event's metadata, as for any event read from an engine. */
export async function readGolden(folder: GoldenFolder, name: string): Promise<RecordedEvent> {
  return recordedEvent(Value.Parse(StoredEvent, await readJson(`${folder}/${name}.json`)))
}

/** The file's content, unvalidated: the code under test must not influence the expected value. */
export async function expectedOf(folder: GoldenFolder, name: string): Promise<unknown> {
  return readJson(`${folder}/${name}.json`)
}

/** Writes a file that must never change. @throws Error if it exists */
export async function writeFrozen(path: string, content: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' })
}

/** The keys of the persons in the golden events, instead of `personal_keys`; those of `erased` are destroyed. */
export async function goldenKeys(erased: readonly string[] = []): Promise<Pick<PersonalData, 'keysOf' | 'ensureKeys'>> {
  const stored = Value.Parse(Keys, await readJson('keys.json'))

  function keyOf(person: string): KeyObject {
    const key = stored[person]
    if (key === undefined) throw new Error(`test/golden/keys.json has no key of ${person}`)
    return createSecretKey(Buffer.from(key, 'base64'))
  }

  function stateOf(person: string): PersonKey {
    if (erased.includes(person)) return { state: 'erased' }
    return { state: 'open', key: keyOf(person), others: [], isLossAccepted: false }
  }

  return {
    ensureKeys: (persons) => Promise.resolve(new Map([...persons].map((person) => [person, keyOf(person)]))),
    keysOf: (persons) => Promise.resolve(new Map([...persons].map((person) => [person, stateOf(person)]))),
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8'))
}
