import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { executePrepared } from '#core/database/session/prepared.ts'
import { mailsByNextAttempt, notificationLists } from './lists/list-tables.ts'
import type { NotificationStatus } from './schema.ts'

/** The channel of a message; there is one notification per event and channel. */
export type Channel = 'email'

/** A reactor's request to notify of an event by a channel. Neither it nor its row holds personal data. */
export type NotificationDraft = {
  eventId: string
  channel: Channel
  /** The kind of message, such as `order-placed`. */
  kind: string
  stream: string
  revision: number
  eventAt: string
  /** The account that caused the event. */
  causedBy?: string | undefined
  /** Whether this database lost the event or a later one in a restore: the mail may have been sent already. */
  isBeforeRestore?: boolean
}

export type NotificationRow = {
  id: string
  event_id: string
  channel: Channel
  kind: string
  stream: string
  revision: number
  event_at: string
  /** The account that caused the event; null for rows of earlier releases. Accounts take turns in the queue. */
  caused_by: string | null
  /** The account that it was sent to; null until then. */
  recipient_id: string | null
  status: NotificationStatus
  attempts: number
  /** The token of the worker that may send it, and until when the relay leaves it alone. */
  lease: string | null
  leased_until: string | null
  /** The time of the next attempt, after a failed one. */
  due_at: string | null
  /** In general words: never an address or a server's answer. */
  error: string | null
  message_id: string | null
  /** How often an operator retried it. */
  put_back: number
  /** How often a worker put it aside, because a budget was used up or the mail server did not answer. */
  put_aside: number
  /** The id of the mail that it is a second copy of; null otherwise. */
  copy_of: string | null
  created_at: string
  sent_at: string | null
}

export type NotificationTables = { notifications: NotificationRow }

/** The Postgres channel on which the relay listens for new rows. */
export const notificationsChannel = 'notifications'

/** The maximum age of an event, in ms, when its mail is due; the mail of an older event is held. */
export type HoldRule = { holdAfterMs: number }

const createNotifications = sql`
  create table notifications (
    id text primary key,
    event_id uuid not null,
    channel text not null check (channel in ('email')),
    kind text not null,
    stream text not null,
    revision integer not null,
    event_at timestamptz not null,
    recipient_id text,
    status text not null check (status in ('pending', 'queued', 'sending', 'sent', 'failed', 'cancelled')),
    attempts integer not null default 0,
    lease uuid,
    leased_until timestamptz,
    due_at timestamptz,
    error text,
    message_id text,
    put_back integer not null default 0,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    unique (event_id, channel)
  )`

export const notificationMigrations: Record<string, Migration> = {
  '2026-11-20-notifications': {
    async up(db) {
      await createNotifications.execute(db)
      await sql`create index on notifications (created_at desc, id desc)`.execute(db)
      await sql`create index on notifications (status, created_at desc, id desc)`.execute(db)
      await sql`create index on notifications (leased_until nulls first, created_at)
        where status in ('pending', 'queued', 'sending')`.execute(db)
    },
  },
  '2026-11-22-held-notifications': {
    async up(db) {
      await sql`alter table notifications drop constraint notifications_status_check`.execute(db)
      await sql`alter table notifications add constraint notifications_status_check
        check (status in ('pending', 'queued', 'sending', 'held', 'sent', 'failed', 'cancelled'))`.execute(db)
      await sql`create table notification_origin (
        database text not null,
        log text not null,
        changed_at timestamptz
      )`.execute(db)
      await sql`create unique index notification_origin_is_one_row on notification_origin ((true))`.execute(db)
    },
  },
  '2026-11-23-notifications-caused-by': {
    async up(db) {
      await sql`alter table notifications add column caused_by text`.execute(db)
    },
  },
  '2026-11-24-notifications-put-aside': {
    async up(db) {
      await sql`alter table notifications add column put_aside integer not null default 0`.execute(db)
    },
  },
  '2026-11-26-notification-copies': {
    async up(db) {
      await sql`alter table notifications add column copy_of text`.execute(db)
      await sql`create index on notifications (copy_of) where copy_of is not null`.execute(db)
    },
  },
  '2026-11-27-notification-lists': notificationLists,
  '2026-11-28-notifications-by-next-try': mailsByNextAttempt,
}

/** Deterministic by event and channel, because job, file and Message-ID are named after it. Must never change. */
export function notificationId(draft: Pick<NotificationDraft, 'eventId' | 'channel'>): string {
  return `${draft.eventId}-${draft.channel}`
}

/**
 * Inserts notifications in the transaction of the reactor's checkpoint; existing ones are unchanged. Wakes the relay on
 * commit. Resolves to the number of new notifications that are held.
 */
export async function insertNotifications(
  trx: Kysely<unknown>,
  drafts: readonly NotificationDraft[],
  rule: HoldRule,
): Promise<number> {
  if (drafts.length === 0) return 0
  const query = sql<{ held: number }>`
    with written as (
      insert into notifications (${about}, status, error)
      select ${about}, case when reason is null then 'pending' else 'held' end, reason
      from (
        select given.*, ${reasonToHold(rule)} as reason
        from json_to_recordset(${JSON.stringify(drafts.map(given))}::json) as given (
          id text, event_id uuid, channel text, kind text, stream text, revision integer, event_at timestamptz,
          caused_by text, is_before_restore boolean)
      ) judged
      on conflict do nothing
      returning status
    )
    select count(*) filter (where status = 'held')::integer as held, pg_notify(${notificationsChannel}, '')
    from written`
  const { rows } = await executePrepared(trx, query)
  return rows[0]?.held ?? 0
}

/** Notifies every relay when `trx` commits. */
export async function wakeRelay(trx: Kysely<NotificationTables> | Kysely<unknown>): Promise<void> {
  await sql`select pg_notify(${notificationsChannel}, '')`.execute(trx)
}

const about = sql.raw('id, event_id, channel, kind, stream, revision, event_at, caused_by')

function given(draft: NotificationDraft) {
  const { eventId, channel, kind, stream, revision, eventAt, causedBy = null, isBeforeRestore = false } = draft
  const why = { event_at: eventAt, caused_by: causedBy, is_before_restore: isBeforeRestore }
  return { id: notificationId(draft), event_id: eventId, channel, kind, stream, revision, ...why }
}

/** The reasons for holding mails, as the operator sees them. */
export const heldBecause = {
  restored: 'The database was restored or replaced, so this email may have been sent before',
  moved: 'The database or the log was changed after this event, so its email may have been sent before',
  old: ({ holdAfterMs }: HoldRule) =>
    `The event was older than ${holdAfterMs / 3_600_000} hours when its email was due`,
}

/** Uses the database's clock, so that a process with a wrong clock makes no wrong decision. */
function reasonToHold(rule: HoldRule): RawBuilder<string | null> {
  return sql`case
    when is_before_restore then ${heldBecause.restored}::text
    when event_at <= (select changed_at from notification_origin) then ${heldBecause.moved}::text
    when ${isOlder(sql`event_at`, rule)} then ${heldBecause.old(rule)}::text
  end`
}

/** Whether the event is older than the rule allows. */
export function isOlder(
  eventAt: RawBuilder<unknown>,
  { holdAfterMs }: { holdAfterMs: number | RawBuilder<number> },
): RawBuilder<boolean> {
  return sql<boolean>`${eventAt} < now() - ${holdAfterMs} * interval '1 millisecond'`
}
