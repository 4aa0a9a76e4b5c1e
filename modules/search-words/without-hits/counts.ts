import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { normalForm } from '../domain/searched-text.ts'
import {
  addHashes,
  addToKnown,
  deleteBefore,
  inTurn,
  pageOfTexts,
  saltOf,
  withoutHitsDb,
  type FoundNothingPage,
  type TextsQuery,
} from './tables.ts'

/** How often a session searched for a text without a hit, since the last time that this was stored. */
export type Unfound = { form: string; session: string; count: number; lastAt: number }

export type WithoutHitsCounts = {
  add(searches: readonly Unfound[]): Promise<void>
  /** Deletes the hashes of past days, and their salts. */
  deletePastDays(): Promise<void>
  /** The texts of at least three sessions, the most frequent first. */
  page(query: TextsQuery): Promise<FoundNothingPage>
}

/** `secret`: the shop's master key, from which the key of the hashes is derived. */
export type WithoutHitsDeps = { db: Kysely<unknown>; clock: Clock; secret: Uint8Array }

/** The counts of searches without a hit, which all processes share. */
export function withoutHitsCounts({ db, clock, secret }: WithoutHitsDeps): WithoutHitsCounts {
  const tables = withoutHitsDb(db)
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'searches without a hit', 32))
  const today = () => isoTime(clock()).slice(0, 10)

  return {
    add: (searches) =>
      inTurn(tables, async (transaction) => {
        const counted = searches.map(({ form, lastAt, ...search }) => ({
          ...search,
          text: form,
          lastAt: isoTime(lastAt),
        }))
        const known = await addToKnown(transaction, counted)
        const day = today()
        await deleteBefore(transaction, day)
        const hash = hasherOf(key, await saltOf(transaction, day, randomBytes(32).toString('base64')))
        const hashed = counted
          .filter(({ text }) => !known.has(text))
          .map(({ session, ...search }) => ({
            ...search,
            textHash: hash('text', search.text),
            sessionHash: hash('session', session),
          }))
        await addHashes(transaction, day, hashed)
      }),

    deletePastDays: () => deleteBefore(tables, today()),
    page: (query) => pageOfTexts(tables, { ...query, text: query.text && normalForm(query.text) }),
  }
}

/** With a key that is not in the database, so that the database alone does not suffice to guess what was hashed. */
function hasherOf(key: Uint8Array, salt: string) {
  return (what: 'text' | 'session', value: string) =>
    createHmac('sha256', key).update(`${salt} ${what} ${value}`).digest('base64url')
}
