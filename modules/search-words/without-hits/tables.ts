import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { likePatterns } from '#core/database/like-patterns.ts'

/** A text that at least three sessions have searched for without a hit. */
export type FoundNothingRow = { text: string; count: number; last_at: string }

/** A text that fewer sessions had, on the day of the salt: nothing but keyed hashes of text and session. */
type HashedRow = { text_hash: string; session_hash: string; day: string; count: number; last_at: string }

/** The salt of a day, in base64. It is deleted with the day, and its hashes with it. */
type SaltRow = { day: string; salt: string }

type Tables = {
  searches_without_hits: FoundNothingRow
  searches_without_hits_hashed: HashedRow
  searches_without_hits_salts: SaltRow
}

const migration: Migration = {
  async up(db) {
    await sql`create table searches_without_hits (
      text text primary key,
      count bigint not null,
      last_at timestamptz not null
    )`.execute(db)
    await sql`create index on searches_without_hits (count desc, last_at desc)`.execute(db)
    await sql`create table searches_without_hits_hashed (
      text_hash text,
      session_hash text,
      day date not null,
      count bigint not null,
      last_at timestamptz not null,
      primary key (text_hash, session_hash)
    )`.execute(db)
    await sql`create table searches_without_hits_salts (day date primary key, salt text not null)`.execute(db)
  },
}

export const withoutHitsMigrations: Record<string, Migration> = { '2026-11-24-searches-without-hits': migration }

/** Searches for one text; `lastAt` is ISO 8601. */
export type Counted = { text: string; count: number; lastAt: string }

/** Searches for one text by one session, as hashes. */
export type CountedHash = Counted & { textHash: string; sessionHash: string }

/** The sessions that must have had a text before it is stored in plain text. */
const sessionsToDisclose = 3
/** Hashes beyond this limit are not counted that day. */
const maxHashes = 50_000
/** Texts beyond this limit are deleted, the least recent first. */
const maxTexts = 5_000

export type WithoutHitsDb = Kysely<Tables>

export function withoutHitsDb(db: Kysely<unknown>): WithoutHitsDb {
  return db.$extendTables<Tables>()
}

/** Runs the work in one transaction, one process at a time: otherwise two could each see too few sessions. */
export function inTurn(db: WithoutHitsDb, work: (db: WithoutHitsDb) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table searches_without_hits in share row exclusive mode`.execute(transaction)
    await work(transaction)
  })
}

/** The salt of a day: the given one, unless there is one already. */
export async function saltOf(db: WithoutHitsDb, day: string, salt: string): Promise<string> {
  const salts = db.insertInto('searches_without_hits_salts').values({ day, salt })
  await salts.onConflict((conflict) => conflict.doNothing()).execute()
  const stored = db.selectFrom('searches_without_hits_salts').select('salt').where('day', '=', day)
  return (await stored.executeTakeFirstOrThrow()).salt
}

/** Deletes the hashes of earlier days, and their salts. */
export async function deleteBefore(db: WithoutHitsDb, day: string): Promise<void> {
  await db.deleteFrom('searches_without_hits_hashed').where('day', '<', day).execute()
  await db.deleteFrom('searches_without_hits_salts').where('day', '<', day).execute()
}

export type FoundNothingPage = { rows: FoundNothingRow[]; total: number }

/** A page of the texts; `text` narrows them to those with each of its words, or with a part of one. */
export type TextsQuery = { page: number; size: number; text?: string | undefined }

/** The texts in plain text, the most frequent first. A filter reads all of them, which `maxTexts` bounds. */
export async function pageOfTexts(db: WithoutHitsDb, { page, size, text }: TextsQuery): Promise<FoundNothingPage> {
  let all = db.selectFrom('searches_without_hits')
  for (const pattern of likePatterns(text)) all = all.where('text', 'like', pattern)
  const ordered = all.selectAll().orderBy('count', 'desc').orderBy('last_at', 'desc').orderBy('text')
  const onPage = ordered.limit(size).offset(page * size)
  const [rows, counted] = await Promise.all([
    onPage.execute(),
    all.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Adds to the texts that are stored in plain text; resolves to these. */
export async function addToKnown(db: WithoutHitsDb, searches: readonly Counted[]): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    with searched as (
      select text, sum(count) as count, max(at) as at
      from unnest(${searches.map(({ text }) => text)}::text[], ${searches.map(({ count }) => count)}::bigint[],
        ${searches.map(({ lastAt }) => lastAt)}::timestamptz[]) as searched (text, count, at)
      group by text
    )
    update searches_without_hits as known
    set count = known.count + searched.count, last_at = greatest(known.last_at, searched.at)
    from searched where known.text = searched.text returning known.text`.execute(db)
  return new Set(rows.map(({ text }) => text))
}

/**
 * Adds to the hashes of a day, and stores the texts in plain text that enough sessions have had.
 */
export async function addHashes(db: WithoutHitsDb, day: string, searches: readonly CountedHash[]): Promise<void> {
  await insertHashes(db, day, searches)
  const isAnyNew = await disclose(db, searches)
  if (isAnyNew) await deleteLeastRecent(db)
}

async function insertHashes(db: WithoutHitsDb, day: string, searches: readonly CountedHash[]): Promise<void> {
  await sql`
    insert into searches_without_hits_hashed as kept (text_hash, session_hash, day, count, last_at)
    select text_hash, session_hash, ${day}::date, count, at
    from unnest(${searches.map(({ textHash }) => textHash)}::text[],
      ${searches.map(({ sessionHash }) => sessionHash)}::text[], ${searches.map(({ count }) => count)}::bigint[],
      ${searches.map(({ lastAt }) => lastAt)}::timestamptz[]) as searched (text_hash, session_hash, count, at)
    where (select count(*) from searches_without_hits_hashed) < ${maxHashes}
    on conflict (text_hash, session_hash) do update
    set count = kept.count + excluded.count, last_at = greatest(kept.last_at, excluded.last_at)`.execute(db)
}

/** Stores the texts that enough sessions have had in place of their hashes; resolves to whether there are any. */
async function disclose(db: WithoutHitsDb, searches: readonly CountedHash[]): Promise<boolean> {
  const texts = new Map(searches.map(({ textHash, text }) => [textHash, text]))
  const { rows } = await sql<{ text: string }>`
    with searched as (
      select * from unnest(${[...texts.keys()]}::text[], ${[...texts.values()]}::text[]) as searched (text_hash, text)
    ), common as (
      select text_hash from searches_without_hits_hashed where text_hash in (select text_hash from searched)
      group by text_hash having count(*) >= ${sessionsToDisclose}
    ), replaced as (
      delete from searches_without_hits_hashed where text_hash in (select text_hash from common)
      returning text_hash, count, last_at
    )
    insert into searches_without_hits (text, count, last_at)
    select text, sum(count), max(last_at) from replaced join searched using (text_hash) group by text
    returning text`.execute(db)
  return rows.length > 0
}

async function deleteLeastRecent(db: WithoutHitsDb): Promise<void> {
  await sql`
    delete from searches_without_hits where text in (
      select text from searches_without_hits order by last_at desc, count desc offset ${maxTexts}
    )`.execute(db)
}
