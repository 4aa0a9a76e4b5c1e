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
 * `events` are as stored, written once; `decoded` are the same events as this version of the shop reads them, `erased/decoded`
 * those that hold texts of `erasedPersons` as it reads them once their keys are destroyed.
 */
export type GoldenFolder = 'events' | 'decoded' | 'erased/decoded'

/** The buyers in the golden log, whom it erases too. */
export const erasedPersons: readonly string[] = [
  '177b773d-483d-43fe-a541-cd127ca95b62',
  'fa4f7155-e110-4eac-a164-bda0f36b5d43',
]

/** What a golden event is, by the name of its file: `OrderPlaced.v1.minimal` is one of version 1 of `OrderPlaced`. */
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

/** Also checks the event's metadata, as whatever comes out of an engine is checked. */
export async function readGolden(folder: GoldenFolder, name: string): Promise<RecordedEvent> {
  return recordedEvent(Value.Parse(StoredEvent, await readJson(`${folder}/${name}.json`)))
}

/** What the file says, unchecked: the code that reads events is not trusted to say what they should have become. */
export async function expectedOf(folder: GoldenFolder, name: string): Promise<unknown> {
  return readJson(`${folder}/${name}.json`)
}

/** Writes a file that stays as it is for good. @throws Error where there is one already */
export async function writeFrozen(path: string, content: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' })
}

/** The keys of the persons in the golden events, in place of `personal_keys`; those of `erased` are destroyed. */
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
