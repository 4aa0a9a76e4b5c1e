import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { Rejection } from '../domain/errors.ts'
import { coalesce } from '../async/coalesce.ts'
import type { PersonKey } from './key-lookup.ts'
import { lostKeyTable } from './lost-key-table.ts'
import { personalKeyTable } from './personal-keys.ts'
import { openText, sealText, subjectOf } from './sealed-text.ts'

/**
 * Personal data that can be erased: it is stored encrypted with the person's key, in every copy. Keys are read again
 * for each call, so that an erased key stops working at once in every process; concurrent callers share one query.
 */
export type PersonalData = {
  /** The keys of these subjects (account ids); every subject is in the result. */
  keysOf(subjects: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>>
  /**
   * Their keys, created where missing: one round trip for known subjects.
   * @throws Rejection (`conflict`) when one of them was erased
   * @throws UnreadablePersonalData
   */
  ensureKeys(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>>
  /** Erases for good everything sealed for this subject. Idempotent; `within` is a transaction. */
  eraseKey(subject: string, within?: Db): Promise<void>
  /** Seals copies outside the event log: rows, records, jobs. @throws as `ensureKeys` */
  sealFor(subject: string, text: string): Promise<string>
  /**
   * Opens what `sealFor` sealed; `undefined` if the person was erased or the key accepted as lost. @throws
   * UnreadablePersonalData
   */
  open(sealed: string): Promise<string | undefined>
  /**
   * Shows this subject as erased from now on, in every process: what its keys do not open reads as erased instead of
   * being unreadable. `recordReturn` ends this, once the lost key has been restored to `personal_keys`.
   */
  acceptLoss(subject: string, reason: string): Promise<void>
  /** Subjects whose loss was accepted and whose key is back. */
  returnedKeys(): Promise<string[]>
  /** Ends the acceptance; false where it has ended already. `undoReturn` undoes it. */
  recordReturn(subject: string): Promise<boolean>
  undoReturn(subject: string): Promise<void>
}

/**
 * The key is lost or does not match, although the person was not erased: restoring a backup makes the data readable
 * again.
 */
export class UnreadablePersonalData extends Error {
  override readonly name = 'UnreadablePersonalData'
  /** The operator's remedy, where a key is the cause. */
  readonly remedy: string | undefined

  constructor(reason: string, subject?: string) {
    super(`personal data is unreadable: ${reason}`)
    this.remedy = subject === undefined ? undefined : lostKeyRemedy(subject)
  }
}

function lostKeyRemedy(subject: string): string {
  return (
    `Restore the row of ${subject} in personal_keys from a backup of the database; or show this person as ` +
    `erased: npm run ops -- accept-lost-key ${subject}`
  )
}

const masterKeyLength = 32

/** `masterKey` is 32 bytes; without it all personal data is lost. */
export function openPersonalData({ db, masterKey }: { db: Db; masterKey: Buffer }): PersonalData {
  if (masterKey.length !== masterKeyLength) throw new RangeError('the master key of personal data must have 32 bytes')
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
    return new Map([...keys].map(([subject, key]) => [subject, usable(key, subject)]))
  }

  return {
    keysOf,
    ensureKeys,
    eraseKey: (subject, within = db) => table.erase(subject, within),
    async sealFor(subject, text) {
      const keys = await ensureKeys([subject])
      return sealText(keys.get(subject) ?? usable(lostKey(subject), subject), subject, text)
    },
    async open(sealed) {
      const subject = subjectOf(sealed)
      if (subject === undefined) throw new UnreadablePersonalData('it is not a sealed text')
      return openWith((await keysOf([subject])).get(subject), sealed)
    },
    ...lostKeyTable(db, createSecretKey(masterKey)),
  }
}

/** The text; `undefined` if the person was erased or the key accepted as lost. @throws UnreadablePersonalData */
export function openWith(key: PersonKey | undefined, sealed: string): string | undefined {
  const subject = subjectOf(sealed) ?? 'its person'
  if (key === undefined) throw new UnreadablePersonalData(`the key of ${subject} is lost`, subject)
  if (key.state === 'unreadable') throw new UnreadablePersonalData(key.reason, subject)
  if (key.state !== 'open') return undefined
  for (const one of [key.key, ...key.others]) {
    const opened = textOrNothing(one, sealed)
    if (opened !== undefined) return opened
  }
  if (key.isLossAccepted) return undefined
  throw new UnreadablePersonalData(`it was sealed with another key of ${subject}, or changed`, subject)
}

function textOrNothing(key: KeyObject, sealed: string): string | undefined {
  try {
    return openText(key, sealed)
  } catch {
    return undefined
  }
}

/** Selects one caller's keys from a result loaded for several. */
function chosen(wanted: Iterable<string>, loaded: ReadonlyMap<string, PersonKey>): Map<string, PersonKey> {
  return new Map([...wanted].map((subject) => [subject, loaded.get(subject) ?? lostKey(subject)]))
}

/** Nothing can be encrypted for a person who was erased. */
export class SubjectErased extends Rejection {
  constructor() {
    super('conflict', 'This account was deleted.')
  }
}

function usable(key: PersonKey, subject: string): KeyObject {
  if (key.state === 'open') return key.key
  if (key.state === 'erased') throw new SubjectErased()
  throw new UnreadablePersonalData(key.state === 'lost' ? `the key of ${subject} is lost` : key.reason, subject)
}

function lostKey(subject: string): PersonKey {
  return { state: 'unreadable', reason: `the key of ${subject} is lost: personal_keys has no row for it` }
}
