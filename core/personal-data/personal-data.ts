import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { Rejection } from '../errors.ts'
import { coalesce } from '../coalesce.ts'
import { personalKeyTable, type PersonKey } from './personal-keys.ts'
import { openText, sealText, subjectOf } from './sealed-text.ts'

/**
 * Personal data that can be erased: whatever tells something about a person is stored encrypted with that person's key,
 * in every copy. Keys are asked for anew each time, so that an erased one is dead at once in every process; callers of the
 * same moment share one query.
 */
export type PersonalData = {
  /** The keys of these subjects (account ids), each of them present in the answer. */
  keysOf(subjects: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>>
  /**
   * Their keys, made where there are none yet: one round trip for known subjects.
   * @throws Rejection (`conflict`) when one of them was erased
   * @throws UnreadablePersonalData
   */
  ensureKeys(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>>
  /** Erases for good whatever was sealed for this subject. Saying it twice is the same; `within` is a transaction. */
  eraseKey(subject: string, within?: Db): Promise<void>
  /** For copies outside the event log: rows, records, jobs. @throws as `ensureKeys` */
  sealFor(subject: string, text: string): Promise<string>
  /** What `sealFor` sealed; `undefined` once its person was erased. @throws UnreadablePersonalData */
  open(sealed: string): Promise<string | undefined>
}

/** The key is lost or another one, while the person was never erased: a restored backup makes it readable again. */
export class UnreadablePersonalData extends Error {
  override readonly name = 'UnreadablePersonalData'

  constructor(reason: string) {
    super(`personal data is unreadable: ${reason}`)
  }
}

const masterKeyLength = 32

/** `masterKey` is 32 bytes; whoever loses it loses all personal data. */
export function openPersonalData({ db, masterKey }: { db: Db; masterKey: Buffer }): PersonalData {
  if (masterKey.length !== masterKeyLength) throw new RangeError('the master key of personal data has 32 bytes')
  const table = personalKeyTable(db, createSecretKey(masterKey))
  const find = coalesce((subjects) => table.find(subjects))
  const findOrCreate = coalesce((subjects) => table.findOrCreate(subjects))

  async function keysOf(subjects: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>> {
    const wanted = new Set(subjects)
    return wanted.size === 0 ? new Map() : chosen(wanted, await find(wanted))
  }

  async function ensureKeys(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>> {
    const wanted = new Set(subjects)
    if (wanted.size === 0) return new Map()
    const keys = chosen(wanted, await findOrCreate(wanted))
    return new Map([...keys].map(([subject, key]) => [subject, usable(key)]))
  }

  return {
    keysOf,
    ensureKeys,
    eraseKey: (subject, within = db) => table.erase(subject, within),
    async sealFor(subject, text) {
      const keys = await ensureKeys([subject])
      return sealText(keys.get(subject) ?? usable(lostKey(subject)), subject, text)
    },
    async open(sealed) {
      const subject = subjectOf(sealed)
      if (subject === undefined) throw new UnreadablePersonalData('this is no sealed text')
      return openWith((await keysOf([subject])).get(subject), sealed)
    },
  }
}

/** The text; `undefined` once its person was erased. @throws UnreadablePersonalData */
export function openWith(key: PersonKey | undefined, sealed: string): string | undefined {
  if (key?.state === 'erased') return undefined
  try {
    return openText(usable(key ?? { state: 'unreadable', reason: 'its key is lost' }), sealed)
  } catch (error) {
    if (error instanceof UnreadablePersonalData) throw error
    throw new UnreadablePersonalData(
      `it was sealed with another key of ${subjectOf(sealed) ?? 'its person'}, or changed`,
    )
  }
}

/** Out of what was loaded for many callers, what this one asked for. */
function chosen(wanted: Iterable<string>, loaded: ReadonlyMap<string, PersonKey>): Map<string, PersonKey> {
  return new Map([...wanted].map((subject) => [subject, loaded.get(subject) ?? lostKey(subject)]))
}

function usable(key: PersonKey): KeyObject {
  if (key.state === 'open') return key.key
  if (key.state === 'erased') throw new Rejection('conflict', 'This account was deleted.')
  throw new UnreadablePersonalData(key.reason)
}

function lostKey(subject: string): PersonKey {
  return { state: 'unreadable', reason: `the key of ${subject} is lost` }
}
