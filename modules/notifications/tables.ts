import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { NotificationStatus } from './schema.ts'

/** By which way a person is told; one notification an event and channel. */
export type Channel = 'email'

/** What a reactor asks for: this event, told by this channel. Holds no personal data, and neither does its row. */
export type NotificationDraft = {
  eventId: string
  channel: Channel
  /** What it says, such as `order-placed`. */
  kind: string
  stream: string
  revision: number
  eventAt: string
}

export type NotificationRow = {
  id: string
  event_id: string
  channel: Channel
  kind: string
  stream: string
  revision: number
  event_at: string
  /** The account it went to; null until it was sent. */
  recipient_id: string | null
  status: NotificationStatus
  attempts: number
  /** Who may send it, and until when nobody else looks after it. */
  lease: string | null
  leased_until: string | null
  /** When the next try is planned, after one that failed. */
  due_at: string | null
  /** In general words: never an address, never what a server answered. */
  error: string | null
  message_id: string | null
  /** How often an operator had it tried again. */
  put_back: number
  created_at: string
  sent_at: string | null
}

export type NotificationTables = { notifications: NotificationRow }

/** Where the relay listens for new rows. */
export const notificationsChannel = 'notifications'

/** News that is older than this when a reactor first sees it is no news: written down, but not sent. */
const newsFor = sql`interval '7 days'`

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
}

/** The same for the same event and channel, for good: the job, the file and the Message-ID are named by it. */
export function notificationId(draft: Pick<NotificationDraft, 'eventId' | 'channel'>): string {
  return `${draft.eventId}-${draft.channel}`
}

/**
 * Writes down what is to be told, in the transaction of the reactor's checkpoint; what is there already stays as it is.
 * Wakes the relay when it commits.
 */
export async function insertNotifications(trx: Kysely<unknown>, drafts: readonly NotificationDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const rows = drafts.map((draft) => ({ ...rowOf(draft), ...stateAtFirst(draft) }))
  await trx
    .$extendTables<{ notifications: Partial<NotificationRow> }>()
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await wakeRelay(trx)
}

/** Heard by every relay when `trx` commits. */
export async function wakeRelay(trx: Kysely<NotificationTables> | Kysely<unknown>): Promise<void> {
  await sql`select pg_notify(${notificationsChannel}, '')`.execute(trx)
}

function rowOf(draft: NotificationDraft) {
  const { eventId, channel, kind, stream, revision, eventAt } = draft
  return { id: notificationId(draft), event_id: eventId, channel, kind, stream, revision, event_at: eventAt }
}

/** By the database's clock: a process whose own is wrong would cancel what nobody sends again. */
function stateAtFirst({ eventAt }: NotificationDraft) {
  const isOld = sql`${eventAt}::timestamptz < now() - ${newsFor}`
  const error = 'The event was older than 7 days when it was first seen'
  return {
    status: sql<NotificationStatus>`case when ${isOld} then 'cancelled' else 'pending' end`,
    error: sql<string | null>`case when ${isOld} then ${error} end`,
  }
}
