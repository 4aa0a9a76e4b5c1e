import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { inBatches } from '#core/async/batches.ts'
import { executePrepared } from '#core/database/session/prepared.ts'
import { newId } from '#core/domain/ids.ts'
import { heldBecause, isOlder, type HoldRule, type NotificationRow, type NotificationTables } from './tables.ts'

/** The temporary right to send one notification. Steps under a lost lease have no effect. */
export type Lease = { id: string; token: string }

/** The fields of a leased notification that a worker needs. */
export type LeasedNotification = Pick<NotificationRow, 'id' | 'kind' | 'stream' | 'revision' | 'attempts'>

/** The lease, or why there is none. `over`: nothing is left to do. `busy`: another worker holds it for `forMs` more. */
export type Leasing =
  | ({ outcome: 'leased'; notification: LeasedNotification } & Lease)
  /** The event has become too old; the notification now awaits an operator's decision. */
  | { outcome: 'held' }
  | { outcome: 'over' }
  | { outcome: 'busy'; forMs: number }

/** The duration of a worker's lease in ms, and the rule for holding instead. */
type LeaseRule = HoldRule & { sendLeaseMs: number }

/** The delay until the next attempt, and how long after that the relay leaves it to the queue; both in ms. */
type Pause = { delayMs: number; leaseMs: number }

/**
 * `isPutBack`: an operator retries the mail now. The queue may still hold a job that waits for a later attempt, or get
 * one again: an attempt that lasts longer than the job's lock delays the job that has replaced its own.
 */
export type UnattendedNotification = { id: string; isPutBack: boolean }

/** The relay's queries and updates. They use only the database's clock, so clock skew between processes is harmless. */
export function notificationRelay(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  return {
    /**
     * The next unattended notifications: new, put aside, or abandoned by a lost queue or a dead worker. Accounts take
     * turns, so that one that causes thousands does not delay the others'. `room`: how many more the workers can take,
     * if they have at most `most` in the queue or being sent, not counting those that wait for a later attempt.
     */
    async due(most: number): Promise<{ room: number; rows: UnattendedNotification[] }> {
      const { rows } = await executePrepared(db, dueWithin(most))
      const found = rows.flatMap(({ id, isPutBack }) => (id === null ? [] : [{ id, isPutBack }]))
      return { room: rows[0]?.room ?? 0, rows: found }
    },

    /** Marks them as queued. The relay queues again each one that no worker has taken within `leaseMs`. */
    async markQueued(ids: readonly string[], leaseMs: number): Promise<void> {
      const query = tables
        .updateTable('notifications')
        .set({ status: 'queued', lease: null, leased_until: after(leaseMs) })
        .where(sql<SqlBool>`id = any(${ids}::text[])`)
        .where(isUnattended)
      await executePrepared(db, query)
    },
  }
}

export type NotificationRelay = ReturnType<typeof notificationRelay>

/** The most mails that one statement leases or marks; the others go into the next one. */
const most = 100

/** A worker's updates of a notification. Those that take a lease or mark a mail at the same time share a commit. */
export function notificationDeliveries(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  const leaseOne = inBatches((wanted: readonly Wanted[]) => leaseAll(db, wanted), { most, keyOf: ({ id }) => id })
  const markOne = inBatches((sent: readonly Sent[]) => markAllSent(db, sent), { most, keyOf: ({ id }) => id })
  const held = ({ id, token }: Lease) =>
    tables.updateTable('notifications').where('id', '=', id).where('status', '=', 'sending').where('lease', '=', token)

  return {
    /** Leases the notification for `sendLeaseMs` and counts the attempt; holds one too old for its first attempt. */
    lease: (id: string, rule: LeaseRule): Promise<Leasing> => leaseOne({ id, token: newId(), rule }),

    /** Extends the lease to `leaseMs` from now; false if it was lost. The last check before a mail is sent. */
    async renew(lease: Lease, leaseMs: number): Promise<boolean> {
      const result = await held(lease)
        .set({ leased_until: after(leaseMs) })
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /** Ignores the lease: the mail was sent, even if another worker holds the lease by now. */
    markSent: (id: string, sent: Omit<Sent, 'id'>): Promise<void> => markOne({ id, ...sent }),

    /** Schedules a retry in `delayMs`; if the queue loses it, the relay queues it again `leaseMs` later. */
    async postpone(lease: Lease, error: string, pause: Pause): Promise<void> {
      await held(lease).set(queuedAgain(error, pause)).execute()
    },

    /** Like `postpone`, but does not count the attempt, because nothing was attempted. */
    async postponeUncounted(lease: Lease, error: string, pause: Pause): Promise<void> {
      await held(lease).set(queuedUncounted(error, pause)).execute()
    },

    /**
     * Like `postponeUncounted`, but takes the mail out of the queue: the relay queues it again after `delayMs`, in fair
     * turn with the mails that others have caused.
     */
    async putAside(lease: Lease, reason: string, delayMs: number): Promise<void> {
      const waiting = queuedUncounted(reason, { delayMs, leaseMs: 0 })
      await held(lease)
        .set({ ...waiting, put_aside: sql`put_aside + 1` })
        .execute()
    },

    /** `failed`: given up, which an operator sees. `cancelled`: no longer wanted. */
    async end(lease: Lease, status: 'failed' | 'cancelled', reason: string): Promise<void> {
      await held(lease)
        .set({ ...over(status), error: reason })
        .execute()
    },
  }
}

export type NotificationDeliveries = ReturnType<typeof notificationDeliveries>

const isUnattended = sql<SqlBool>`
  (status = 'pending' or (status in ('queued', 'sending') and leased_until < now()))`

/** Those that were never queued come first. */
const age = sql`coalesce(leased_until, '-infinity')`

/** A row without an id where none is due, or where there is no room. */
function dueWithin(most: number) {
  return sql<{ room: number } & (UnattendedNotification | { id: null; isPutBack: null })>`
    with room as (
      select greatest(0, ${most}::integer - count(*)::integer) as room from notifications
      where status in ('queued', 'sending') and leased_until >= now() and coalesce(due_at, now()) <= now()
    ),
    due as (
      select id, is_put_back, age, created_at, turn
      from (
        select id, status <> 'sending' and put_back > 0 as is_put_back, ${age} as age, created_at,
          row_number() over (partition by coalesce(caused_by, id) order by ${age}, created_at) as turn
        from notifications where ${isUnattended}
      ) waiting
      order by turn, age, created_at limit (select room from room)
    )
    select room, id, is_put_back as "isPutBack" from room left join due on true order by turn, age, created_at`
}

function after(ms: number | RawBuilder<number>) {
  return sql<string>`now() + ${ms} * interval '1 millisecond'`
}

function queuedAgain(error: string, { delayMs, leaseMs }: Pause) {
  return {
    status: 'queued' as const,
    lease: null,
    error,
    due_at: after(delayMs),
    leased_until: after(delayMs + leaseMs),
  }
}

function queuedUncounted(error: string, pause: Pause) {
  return { ...queuedAgain(error, pause), attempts: sql<number>`greatest(0, attempts - 1)` }
}

function over(status: 'sent' | 'failed' | 'cancelled') {
  return { status, lease: null, leased_until: null, due_at: null, error: null }
}

async function reasonAgainst(tables: Kysely<NotificationTables>, id: string): Promise<Leasing> {
  const row = await tables
    .selectFrom('notifications')
    .select(sql<number>`greatest(0, ceil(extract(epoch from leased_until - now()) * 1000))::integer`.as('forMs'))
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return row === undefined ? { outcome: 'over' } : { outcome: 'busy', forMs: row.forMs }
}

type Wanted = Lease & { rule: LeaseRule }

async function leaseAll(db: Kysely<unknown>, wanted: readonly Wanted[]): Promise<Leasing[]> {
  const tables = db.$extendTables<NotificationTables>()
  const ids = wanted.map(({ id }) => id)
  const given = sql<{ id: string }>`unnest(${ids}::text[], ${wanted.map(({ token }) => token)}::uuid[],
    ${wanted.map(({ rule }) => rule.sendLeaseMs)}::float8[], ${wanted.map(({ rule }) => rule.holdAfterMs)}::float8[],
    ${wanted.map(({ rule }) => heldBecause.old(rule))}::text[])`
  // Retries of a mail that was attempted or put aside are expected, and an operator has decided about one put back.
  const isOld = isOlder(sql`event_at`, { holdAfterMs: sql`given.hold_ms` })
  const isStale = sql<boolean>`(attempts = 0 and put_back = 0 and put_aside = 0 and ${isOld})`
  const query = tables
    .updateTable('notifications')
    .from(given.as<'given'>(sql`given (id, token, lease_ms, hold_ms, held_because)`))
    .set({
      status: sql`case when ${isStale} then 'held' else 'sending' end`,
      lease: sql`case when ${isStale} then null else given.token end`,
      leased_until: sql`case when ${isStale} then null else ${after(sql`given.lease_ms`)} end`,
      attempts: sql`attempts + case when ${isStale} then 0 else 1 end`,
      error: sql`case when ${isStale} then given.held_because else error end`,
      due_at: null,
    })
    .whereRef('notifications.id', '=', 'given.id')
    .where(sql<SqlBool>`notifications.id = any(${ids}::text[])`)
    .where(sql<SqlBool>`(status in ('pending', 'queued') or (status = 'sending' and leased_until < now()))`)
    .returning(['notifications.id', 'kind', 'stream', 'revision', 'attempts', 'status'])
  const { rows } = await executePrepared(db, query)
  const leased = new Map(rows.map((row) => [row.id, row]))
  return Promise.all(
    wanted.map(async ({ id, token }) => {
      const row = leased.get(id)
      if (row === undefined) return reasonAgainst(tables, id)
      const { status, ...notification } = row
      return status === 'held' ? { outcome: 'held' } : { outcome: 'leased', id, token, notification }
    }),
  )
}

type Sent = { id: string; messageId: string; recipientId: string }

async function markAllSent(db: Kysely<unknown>, sent: readonly Sent[]): Promise<void[]> {
  const ids = sent.map(({ id }) => id)
  const given = sql<{ id: string }>`unnest(${ids}::text[], ${sent.map(({ messageId }) => messageId)}::text[],
    ${sent.map(({ recipientId }) => recipientId)}::text[])`
  const query = db
    .$extendTables<NotificationTables>()
    .updateTable('notifications')
    .from(given.as<'given'>(sql`given (id, message_id, recipient_id)`))
    .set({
      ...over('sent'),
      sent_at: sql`now()`,
      message_id: sql`given.message_id`,
      recipient_id: sql`given.recipient_id`,
    })
    .whereRef('notifications.id', '=', 'given.id')
    .where(sql<SqlBool>`notifications.id = any(${ids}::text[])`)
  await executePrepared(db, query)
  return sent.map(() => undefined)
}
