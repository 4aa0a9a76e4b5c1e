import { Type, type Static } from 'typebox'
import { Day } from '#core/http/schemas/day.ts'
import { PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { SortBy, type Sort } from '#core/http/schemas/sort.ts'

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
    Type.String({ description: 'Why it is held, why the last attempt failed, or why it was cancelled' }),
  ),
  createdAt: Type.String({ format: 'date-time' }),
  nextAttemptAt: Type.Optional(Type.String({ format: 'date-time' })),
  sentAt: Type.Optional(Type.String({ format: 'date-time' })),
  messageId: Type.Optional(Type.String()),
  recipientId: Type.Optional(Type.String({ description: 'The account it went to' })),
  copyOf: Type.Optional(Type.String({ description: 'The notification that it is a second copy of' })),
})
export type Job = Static<typeof Job>

const jobColumns = ['created', 'tries', 'next'] as const
export type JobSortColumn = (typeof jobColumns)[number]
export type JobSort = Sort<JobSortColumn>

/** Filters a list of notifications. `from` and `to` are days on which they were created. */
export const JobFilters = Type.Object({
  status: Type.Optional(State),
  kind: Type.Optional(Type.String({ maxLength: 100, examples: ['order-placed'] })),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The id of a notification, order, request or account; the user name of an account; or a stream. An account finds ' +
        'the emails that went to it, and the unsent ones about its newest orders and requests. The search is recorded as a ' +
        'read of personal data',
      examples: ['ORD48210377'],
    }),
  ),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type JobFilters = Static<typeof JobFilters>

export const JobSorting = Type.Object({ sort: Type.Optional(SortBy(jobColumns, 'created-desc')) })

export const JobsQuery = Type.Object({
  ...PageQuery.properties,
  ...JobFilters.properties,
  ...JobSorting.properties,
})

const Counts = {
  waiting: Type.Integer(),
  held: Type.Integer(),
  failed: Type.Integer(),
  done: Type.Integer(),
}

/** A page of notifications, and the number of notifications by state. */
export const JobPage = Type.Object({
  ...PageOf(Job).properties,
  counts: Type.Object(Counts),
  matching: Type.Object(Counts, {
    description: 'Of those that match the filters other than `status`; with such a filter, up to 10,000 of each',
  }),
  more: Type.Array(State, { description: 'The states of which `matching` stops before the last one' }),
  totalIsExact: Type.Boolean({ description: 'If not, there are more than `totalElements`' }),
})
export type JobPage = Static<typeof JobPage>

/** Confirms a decision about all held notifications. */
export const HeldCount = Type.Object({
  count: Type.Integer({
    minimum: 1,
    description: 'How many are held: the decision is refused where it is another number',
  }),
})

/** Confirms the retry of all failed notifications. */
export const FailedCount = Type.Object({
  count: Type.Integer({
    minimum: 1,
    description: 'How many have failed: the retry is refused where it is another number',
  }),
})

/** The number of notifications that a decision affected. */
export const Decided = Type.Object({ count: Type.Integer() })
