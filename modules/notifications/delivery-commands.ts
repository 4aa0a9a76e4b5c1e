import { sql, type Kysely, type SqlBool } from 'kysely'
import { newId } from '#core/domain/ids.ts'
import { heldBecause, isOlder, type HoldRule, type NotificationRow, type NotificationTables } from './tables.ts'

/** The right to send one notification, for a while. Who has lost it finds out at the next step. */
export type Lease = { id: string; token: string }

/** What a worker reads of the notification that it has leased. */
export type LeasedNotification = Pick<NotificationRow, 'id' | 'kind' | 'stream' | 'revision' | 'attempts'>

/** The lease, or why there is none: the notification is over, or somebody else is at it for `forMs` more. */
export type Leasing =
  | ({ outcome: 'leased'; notification: LeasedNotification } & Lease)
  /** Now held for an operator's decision: its event has become too old. */
  | { outcome: 'held' }
  | { outcome: 'over' }
  | { outcome: 'busy'; forMs: number }

/** For how long a worker takes a notification, in ms, and which are held instead. */
type LeaseRule = HoldRule & { sendLeaseMs: number }

/** When it is tried again, and how long the queue is trusted with it after that; both in ms. */
type Pause = { delayMs: number; leaseMs: number }

/** `isPutBack` where an operator wants it now: the queue may still hold a job for it that waits for a later try. */
export type UnattendedNotification = { id: string; isPutBack: boolean }

/** What the relay asks and does. Time is the database's alone, so that the clocks of several processes do not matter. */
export function notificationHandOver(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  return {
    /** The next ones that nobody looks after: new, or left behind by a lost queue or a dead worker. */
    due: (limit: number): Promise<UnattendedNotification[]> =>
      tables
        .selectFrom('notifications')
        .select(['id', sql<boolean>`status = 'pending' and put_back > 0`.as('isPutBack')])
        .where(isUnattended)
        .orderBy(sql`leased_until asc nulls first, created_at`)
        .limit(limit)
        .execute(),

    /** They are in the queue now. If none of them is sent by the end of `leaseMs`, the relay looks again. */
    async markQueued(ids: readonly string[], leaseMs: number): Promise<void> {
      await tables
        .updateTable('notifications')
        .set({ status: 'queued', lease: null, leased_until: after(leaseMs) })
        .where('id', 'in', ids)
        .where(isUnattended)
        .execute()
    },
  }
}

export type NotificationHandOver = ReturnType<typeof notificationHandOver>

/** How a worker moves a notification on. */
export function notificationDeliveries(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  const held = ({ id, token }: Lease) =>
    tables.updateTable('notifications').where('id', '=', id).where('status', '=', 'sending').where('lease', '=', token)

  return {
    /** Takes the notification for `leaseMs`, and counts the attempt; holds one that is too old for its first attempt. */
    lease: (id: string, rule: LeaseRule) => lease(tables, id, rule),

    /** True while the lease still holds; then it holds for `leaseMs` from now. The last look before something leaves. */
    async renew(lease: Lease, leaseMs: number): Promise<boolean> {
      const result = await held(lease)
        .set({ leased_until: after(leaseMs) })
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /** It went out: that is so whoever holds the lease by now. */
    async markSent(id: string, sent: { messageId: string; recipientId: string }): Promise<void> {
      await tables
        .updateTable('notifications')
        .set({ ...over('sent'), sent_at: sql`now()`, message_id: sent.messageId, recipient_id: sent.recipientId })
        .where('id', '=', id)
        .execute()
    },

    /** To be tried again in `delayMs`; where the queue forgets it, the relay steps in `leaseMs` later. */
    async postpone(lease: Lease, error: string, pause: Pause): Promise<void> {
      await held(lease).set(queuedAgain(error, pause)).execute()
    },

    /** Postpones it likewise, and takes the attempt back that the lease has counted: nothing was tried. */
    async giveBack(lease: Lease, error: string, pause: Pause): Promise<void> {
      await held(lease)
        .set({ ...queuedAgain(error, pause), attempts: sql`greatest(0, attempts - 1)` })
        .execute()
    },

    /** `failed`: given up, for an operator to see. `cancelled`: no longer wanted. */
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

async function lease(tables: Kysely<NotificationTables>, id: string, rule: LeaseRule): Promise<Leasing> {
  const token = newId()
  // What was tried before is no surprise to anybody, and what an operator has put back was decided about.
  const isStale = sql<boolean>`(attempts = 0 and put_back = 0 and ${isOlder(sql`event_at`, rule)})`
  const row = await tables
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
    .executeTakeFirst()
  if (row === undefined) return reasonAgainst(tables, id)
  const { status, ...notification } = row
  return status === 'held' ? { outcome: 'held' } : { outcome: 'leased', id, token, notification }
}
