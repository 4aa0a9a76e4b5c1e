import { sql, type Expression, type Kysely, type SelectQueryBuilder } from 'kysely'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { onDays, type Days } from '#core/database/lists/on-days.ts'
import { sumOf } from '#core/database/lists/stored-totals.ts'
import { nearerEnd, type Skipping } from '#core/database/lists/page-at.ts'
import { afterRow, sorted, type ListOrder, type SortColumn } from '#core/database/lists/sorted.ts'
import { sortParts } from '#core/http/schemas/sort.ts'
import { everyStatus, statusesOf, type NotificationState } from '../domain/notification-states.ts'
import type { JobSort, JobSortColumn, NotificationStatus } from '../schema.ts'
import type { NotificationRow, NotificationTables } from '../tables.ts'
import { countMails, type NotificationCounts } from './counts-read-model.ts'
import { idInStream, nextAttempt } from './list-tables.ts'

export type MailFilter = {
  state?: NotificationState | undefined
  kind?: string | undefined
  /**
   * Finds a mail by its id, by its stream, by the id in the stream's name, or by the id or user name of an account: the
   * recipient or, for an unsent mail, the account whose order or request it is about.
   */
  text?: string | undefined
  /** The days on which they were created. */
  created?: Days | undefined
}

/** A part of a list in an order; newest first if `sort` is left out. */
type Part = { page: number; size: number; sort?: JobSort | undefined }

/** The rows of a page, in the order in which they are read: that of `sort`, or the opposite one. */
type Stretch = Skipping & { sort?: JobSort | undefined }

/** An account, and the streams of its newest orders and requests. */
export type AccountMails = { id: string; streams: readonly string[] }

/** The account with this id or user name, if there is one. */
export type FindAccountMails = (text: string) => Promise<AccountMails | undefined>

/** More mails than this are not counted one by one where a list is narrowed. */
export const mostCounted = 10_000

/** The most mails that a text finds, far more than one order has or one account has received. */
const mostFound = 1_000

/** The lists of mails. Each is merged from those of its statuses, which an index holds in the order of the list. */
export function mailLists(db: Kysely<unknown>, findAccountMails: FindAccountMails = async () => undefined) {
  const idsOf = async ({ text }: Pick<MailFilter, 'text'>) =>
    text === undefined ? undefined : idsFoundBy(db, text, await findAccountMails(text))
  return {
    async page(filter: MailFilter, { page, size, sort }: Part): Promise<NotificationRow[]> {
      const order = listOrder(sort)
      const at = await nearerEnd({ order, page, size, total: () => totalOf(db, filter) })
      if (at.limit <= 0) return []
      const ids = idsAt(db, { ...filter, ids: await idsOf(filter) }, { ...at, sort })
      const mails = db.$extendTables<NotificationTables>().selectFrom('notifications')
      return sorted(mails.selectAll().where(sql<boolean>`id in ${ids}`), order).execute()
    },

    /** Any number of mails. */
    async *all(filter: MailFilter, sort?: JobSort): AsyncGenerator<NotificationRow[]> {
      const order = listOrder(sort)
      const found = { ...filter, ids: await idsOf(filter) }
      yield* inBatches<ListedRow>((after, limit) => partOf(db, found, { order, after, limit }).execute())
    },

    /**
     * The number by state of those that match otherwise: exact without a filter, else up to `mostCounted + 1` of each, which
     * means any higher number.
     */
    async counts(filter: Omit<MailFilter, 'state'>): Promise<NotificationCounts> {
      if (!isNarrowed(filter)) return countMails(db)
      const ids = await idsOf(filter)
      const count = (state: NotificationState) => countUpTo(db, { ...filter, ids, state })
      const [waiting, held, failed, done] = await Promise.all([
        count('waiting'),
        count('held'),
        count('failed'),
        count('done'),
      ])
      return { waiting, held, failed, done }
    },
  }
}

export type MailLists = ReturnType<typeof mailLists>

/** Whether a list is narrowed by more than the state. */
export function isNarrowed({ kind, text, created = {} }: Omit<MailFilter, 'state'>): boolean {
  return [kind, text, created.from, created.to].some((part) => part !== undefined)
}

/** A row with its times to the microsecond. */
type ListedRow = NotificationRow & { created: string; next: string }

const exactTimes = [sql<string>`created_at::text`.as('created'), sql<string>`${nextAttempt}::text`.as('next')] as const

/** The ids of the mails that a text means. */
async function idsFoundBy(db: Kysely<unknown>, text: string, account: AccountMails | undefined): Promise<string[]> {
  const { id = text, streams = [] } = account ?? {}
  const { rows } = await sql<{ id: string }>`
    select id from notifications where id = ${text}
    union select id from notifications where ${idInStream} = ${text}
    union select id from notifications
      where ${idInStream} = ${idIn(text)} and stream = ${text}
    union select id from notifications where recipient_id = ${id}
    union select id from notifications where ${idInStream} = ${id}
    union select id from notifications
      where ${idInStream} = any(${streams.map(idIn)}::text[]) and stream = any(${streams}::text[]) and sent_at is null
    limit ${mostFound}`.execute(db)
  return rows.map(({ id }) => id)
}

function idIn(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** A filter whose text, if it has one, was looked up. */
type FoundFilter = MailFilter & { ids: readonly string[] | undefined }

/** The matching rows of these statuses, or of any, unordered. */
function matching(
  db: Kysely<unknown>,
  { kind, created = {}, ids }: FoundFilter,
  statuses?: readonly NotificationStatus[],
) {
  let query = onDays(db.$extendTables<NotificationTables>().selectFrom('notifications'), 'created_at', created)
  if (statuses !== undefined) query = query.where('status', 'in', statuses)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (ids !== undefined) query = query.where(sql<boolean>`id = any(${ids}::text[])`)
  return query
}

/**
 * The ids of a page. What is selected is in the index that sorts, so that the rows before a page far down are skipped
 * without reading the table.
 */
function idsAt(
  db: Kysely<unknown>,
  filter: FoundFilter,
  { order, skipped, limit, sort = standardSort }: Stretch,
): Expression<unknown> {
  const [column] = sortParts(sort)
  const isOfAll = [filter.state, filter.kind, filter.ids].every((one) => one === undefined)
  if (isOfAll && column === 'created')
    return sorted(matching(db, filter).select('id'), order).limit(limit).offset(skipped)
  const sorting = column === 'created' ? [] : [sortedBy[column]]
  const having = (status: NotificationStatus) => {
    const rows = matching(db, filter, [status]).select(['id', 'created_at', ...sorting])
    return db
      .selectFrom(
        sorted(rows, order)
          .limit(skipped + limit)
          .as('mail'),
      )
      .selectAll()
  }
  return sorted(db.selectFrom(ofEach(filter, having).as('mail')).select('id'), order)
    .limit(limit)
    .offset(skipped)
}

/** The number of mails if it is stored: it then need not be counted. */
async function totalOf(db: Kysely<unknown>, filter: MailFilter): Promise<number | undefined> {
  if (isNarrowed(filter)) return undefined
  const counts = await countMails(db)
  return filter.state === undefined ? sumOf(counts) : counts[filter.state]
}

const sortedBy = { tries: 'attempts', next: 'due_at' } as const

type Wanted = { order: ListOrder<ListedRow>; after?: ListedRow | undefined; limit: number }

/**
 * The first matching rows, at most `limit` of each status: merging `limit` rows of all statuses needs no more of one.
 */
function partOf(db: Kysely<unknown>, filter: FoundFilter, { order, after, limit }: Wanted) {
  const having = (status: NotificationStatus) => {
    const rows = matching(db, filter, [status]).selectAll().select(exactTimes)
    return db.selectFrom(afterRow(sorted(rows, order), order, after).limit(limit).as('mail')).selectAll()
  }
  return sorted(db.selectFrom(ofEach(filter, having).as('mail')).selectAll(), order).limit(limit)
}

/** The rows of each status of a state, or of every status. */
function ofEach<DB, TB extends keyof DB, Row>(
  { state }: FoundFilter,
  having: (status: NotificationStatus) => SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  const [first, ...others] = state === undefined ? everyStatus : statusesOf[state]
  return others.reduce((all, status) => all.unionAll(having(status)), having(first))
}

/** The columns of the indexes on the table after the status, of which the last one is unique. */
const sortColumns: Record<JobSortColumn, readonly SortColumn<ListedRow>[]> = {
  created: [],
  tries: [{ by: sql.ref('attempts'), valueIn: (row) => sql`${row.attempts}::integer` }],
  next: [{ by: nextAttempt, valueIn: (row) => sql`${row.next}::timestamptz` }],
}

const byTime: readonly SortColumn<ListedRow>[] = [
  { by: sql.ref('created_at'), valueIn: (row) => sql`${row.created}::timestamptz` },
  { by: sql.ref('id'), valueIn: (row) => row.id },
]

const standardSort: JobSort = 'created-desc'

function listOrder(sort: JobSort = standardSort): ListOrder<ListedRow> {
  const [column, direction] = sortParts(sort)
  return { columns: [...sortColumns[column], ...byTime], direction }
}

async function countUpTo(db: Kysely<unknown>, filter: FoundFilter & { state: NotificationState }): Promise<number> {
  const some = matching(db, filter, statusesOf[filter.state]).select(sql<number>`1`.as('one'))
  const counted = db.selectFrom(some.limit(mostCounted + 1).as('some')).select(sql<number>`count(*)`.as('count'))
  return (await counted.executeTakeFirst())?.count ?? 0
}
