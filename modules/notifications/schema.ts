import { Type, type Static } from 'typebox'
import { PageOf, PageQuery } from '#core/http/schemas/pagination.ts'

const State = Type.Union([Type.Literal('waiting'), Type.Literal('held'), Type.Literal('failed'), Type.Literal('done')])

/**
 * `pending` waits for the relay, `queued` for a worker; a worker leases `sending`. `held` waits for an operator to send
 * or discard it: it may have been sent before a restore, or its event is old. `sent`, `failed` (given up) and
 * `cancelled` (no longer wanted) are final, unless an operator retries a failed one.
 */
export const NotificationStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('queued'),
  Type.Literal('sending'),
  Type.Literal('held'),
  Type.Literal('sent'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
])
export type NotificationStatus = Static<typeof NotificationStatus>

/** A notification as an operator sees it. Its only personal data is the recipient's account id. */
export const Job = Type.Object({
  id: Type.String({ examples: ['01940000-0000-7000-8000-000000000001-email'] }),
  kind: Type.String({ examples: ['order-placed'] }),
  channel: Type.Literal('email'),
  stream: Type.String({ examples: ['order-ORD48210377'] }),
  revision: Type.Integer({ description: 'The revision, in its stream, of the event concerned' }),
  state: State,
  status: NotificationStatus,
  attempts: Type.Integer({ description: 'Attempts since it was created or retried' }),
  error: Type.Optional(
    Type.String({ description: 'Why it is held, why the last try failed, or why it was cancelled' }),
  ),
  createdAt: Type.String({ format: 'date-time' }),
  nextAttemptAt: Type.Optional(Type.String({ format: 'date-time' })),
  sentAt: Type.Optional(Type.String({ format: 'date-time' })),
  messageId: Type.Optional(Type.String()),
  recipientId: Type.Optional(Type.String({ description: 'The account it went to' })),
  copyOf: Type.Optional(Type.String({ description: 'The notification that it is a second copy of' })),
})
export type Job = Static<typeof Job>

export const JobsQuery = Type.Object({ ...PageQuery.properties, status: Type.Optional(State) })

/** A page of notifications, newest first, and the number of notifications by state. */
export const JobPage = Type.Object({
  ...PageOf(Job).properties,
  counts: Type.Object({
    waiting: Type.Integer(),
    held: Type.Integer(),
    failed: Type.Integer(),
    done: Type.Integer(),
  }),
})
export type JobPage = Static<typeof JobPage>

/** Confirms a decision about all held notifications. */
export const HeldCount = Type.Object({
  count: Type.Integer({
    minimum: 1,
    description: 'How many are held: the decision is refused where it is another number',
  }),
})

/** The number of notifications that a decision affected. */
export const Decided = Type.Object({ count: Type.Integer() })
