import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An id alone, as people copy it: the stream `order-ORD48210377` is that of `ORD48210377`. */
export const idInStream = sql<string>`substr(stream, strpos(stream, '-') + 1)`

/** The time of the next attempt, which sorts a list; mails without one come last. */
export const nextAttempt = sql<string>`coalesce(due_at, 'infinity'::timestamptz)`

/**
 * For the lists of mails. Each index that sorts begins with the status: a list of several statuses is merged from them.
 * `notification_totals` keeps how many mails there were at a time, so that nothing counts the whole table.
 */
export const notificationLists: Migration = {
  async up(db) {
    await sql`create index on notifications (status, attempts, created_at, id)`.execute(db)
    await sql`create index notifications_status_next_try_idx
      on notifications (status, (${nextAttempt}), created_at, id)`.execute(db)
    await sql`create index on notifications (kind, status, created_at desc, id desc)`.execute(db)
    await sql`create index notifications_id_in_stream_idx on notifications ((${idInStream}))`.execute(db)
    await sql`create index on notifications (recipient_id) where recipient_id is not null`.execute(db)
    await sql`create table notification_totals (until timestamptz not null, total bigint not null)`.execute(db)
    await sql`create unique index notification_totals_is_one_row on notification_totals ((true))`.execute(db)
    await sql`insert into notification_totals values ('-infinity', 0)`.execute(db)
  },
}

/** So that the mails before a page far down are skipped in the index by their next attempt, too: it has all that is read. */
export const mailsByNextAttempt: Migration = {
  async up(db) {
    await sql`drop index notifications_status_next_try_idx`.execute(db)
    await sql`create index notifications_status_next_try_idx
      on notifications (status, (${nextAttempt}), created_at, id) include (due_at)`.execute(db)
  },
}
