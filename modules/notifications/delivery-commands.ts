import { sql, type Kysely, type SqlBool } from 'kysely'
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
 * `isPutBack`: an operator retries it now, but the queue may still hold a job that waits for a later attempt, or does so again: an
 * attempt that lasts longer than the job's lock delays the job that has replaced its own.
 */
export type UnattendedNotification = { id: string; isPutBack: boolean }

/** The relay's queries and updates. They use only the database's clock, so clock skew between processes is harmless. */
export function notificationRelay(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  return {
    /** How many the workers will take next: in the queue or being sent, and not waiting for a later attempt. */
    async inQueue(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from notifications
        where status in ('queued', 'sending') and leased_until >= now() and coalesce(due_at, now()) <= now()
      `.execute(db)
      return rows[0]?.count ?? 0
    },

    /**
     * The next unattended notifications: new, put aside, or abandoned by a lost queue or a dead worker. Accounts take
     * turns, so that one that causes thousands does not delay the others'.
     */
    async due(limit: number): Promise<UnattendedNotification[]> {
      const { rows } = await sql<UnattendedNotification>`
        select id, status <> 'sending' and put_back > 0 as "isPutBack"
        from (
          select id, status, put_back, ${age} as age, created_at,
            row_number() over (partition by coalesce(caused_by, id) order by ${age}, created_at) as turn
          from notifications where ${isUnattended}
        ) waiting
        order by turn, age, created_at limit ${limit}`.execute(db)
      return rows
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

/** A worker's updates of a notification. */
export function notificationDeliveries(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  const held = ({ id, token }: Lease) =>
    tables.updateTable('notifications').where('id', '=', id).where('status', '=', 'sending').where('lease', '=', token)

  return {
    /** Leases the notification for `sendLeaseMs` and counts the attempt; holds one too old for its first attempt. */
    lease: (id: string, rule: LeaseRule) => lease(db, id, rule),

    /** Extends the lease to `leaseMs` from now; false if it was lost. The last check before a mail is sent. */
    async renew(lease: Lease, leaseMs: number): Promise<boolean> {
      const result = await held(lease)
        .set({ leased_until: after(leaseMs) })
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /** Ignores the lease: the mail was sent, even if another worker holds the lease by now. */
    async markSent(id: string, sent: { messageId: string; recipientId: string }): Promise<void> {
      const query = tables
        .updateTable('notifications')
        .set({ ...over('sent'), sent_at: sql`now()`, message_id: sent.messageId, recipient_id: sent.recipientId })
        .where('id', '=', id)
      await executePrepared(db, query)
    },

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

function after(ms: number) {
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

async function lease(db: Kysely<unknown>, id: string, rule: LeaseRule): Promise<Leasing> {
  const tables = db.$extendTables<NotificationTables>()
  const token = newId()
  // Retries of a mail that was attempted or put aside are expected, and an operator has decided about one put back.
  const isStale = sql<boolean>`(attempts = 0 and put_back = 0 and put_aside = 0 and ${isOlder(sql`event_at`, rule)})`
  const query = tables
    .updateTable('notifications')
    .set({
      status: sql`case when ${isStale} then 'held' else 'sending' end`,
      lease: sql`case when ${isStale} then null else ${token}::uuid end`,
      leased_until: sql`case when ${isStale} then null else ${after(rule.sendLeaseMs)} end`,
      attempts: sql`attempts + case when ${isStale} then 0 else 1 end`,
      error: sql`case when ${isStale} then ${heldBecause.old(rule)} else error end`,
      due_at: null,
    })
    .where('id', '=', id)
    .where(sql<SqlBool>`(status in ('pending', 'queued') or (status = 'sending' and leased_until < now()))`)
    .returning(['id', 'kind', 'stream', 'revision', 'attempts', 'status'])
  const [row] = (await executePrepared(db, query)).rows
  if (row === undefined) return reasonAgainst(tables, id)
  const { status, ...notification } = row
  return status === 'held' ? { outcome: 'held' } : { outcome: 'leased', id, token, notification }
}
