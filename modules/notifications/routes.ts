import { Type } from 'typebox'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import { pageOf } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { stateOf, type NotificationState } from './domain/notification-states.ts'
import { presentJob } from './present.ts'
import type { HeldDecision, HeldMailCommands } from './held-commands.ts'
import type { RetryCommands } from './retry-commands.ts'
import type { SendAgain } from './send-again.ts'
import type { NotificationCounts } from './lists/counts-read-model.ts'
import { csvRoute, filterOf, foundMails, searchOf } from './lists/csv.ts'
import { isNarrowed, mostCounted, type MailLists } from './lists/mails-read-model.ts'
import type { NotificationQueries } from './read-model.ts'
import { Decided, FailedCount, HeldCount, Job, JobPage, JobsQuery } from './schema.ts'

const JobId = Type.Object({ id: Type.String({ maxLength: 100 }) })

/** The operator's routes for notifications. */
export function notificationRoutes(
  { lists, ...notifications }: NotificationQueries & { lists: MailLists },
  commands: HeldMailCommands & RetryCommands & { sendAgain: SendAgain },
): Route[] {
  return [
    listRoute(lists),
    csvRoute(lists),
    retryRoute(notifications, commands),
    retryAllRoute(commands),
    sendAgainRoute(commands.sendAgain),
    ...decisionRoutes(commands, 'send', 'now; it gets as many attempts as a new one'),
    ...decisionRoutes(commands, 'discard', 'never: it is marked as not sent'),
  ]
}

function listRoute(lists: MailLists): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/ops/jobs',
    summary: 'Waiting, held, failed and done notifications, newest first or sorted',
    access: adminOnly,
    query: JobsQuery,
    responses: { 200: JobPage },
    discloses: ({ query }) => searchOf(query, foundMails),
    async handle({ query }) {
      const filter = filterOf(query)
      const [rows, counts, matching] = await Promise.all([
        lists.page(filter, query),
        lists.counts({}),
        isNarrowed(filter) ? lists.counts(filter) : undefined,
      ])
      const { shown, more } = matching === undefined ? { shown: counts, more: [] } : boundedCounts(matching)
      const totalElements = query.status === undefined ? sumOf(shown) : shown[query.status]
      const page = pageOf(rows.map(presentJob), { ...query, totalElements })
      const totalIsExact = !more.some((state) => query.status === undefined || state === query.status)
      return { status: 200, body: { ...page, counts, matching: shown, more, totalIsExact } }
    },
  })
}

/** The counts up to the bound, and the states that have more. */
function boundedCounts(counted: NotificationCounts): { shown: NotificationCounts; more: NotificationState[] } {
  const shown = { ...counted }
  const more = states.filter((state) => counted[state] > mostCounted)
  for (const state of more) shown[state] = mostCounted
  return { shown, more }
}

const states = ['waiting', 'held', 'failed', 'done'] as const

const sumOf = (counts: NotificationCounts) => Object.values(counts).reduce((sum, count) => sum + count)

function retryRoute({ find }: Pick<NotificationQueries, 'find'>, { retry }: RetryCommands): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/ops/jobs/{id}/retry',
    summary: 'Retry a notification now',
    description:
      'The notification has failed or waits for its next attempt; it gets as many attempts as a new one. The history ' +
      'shows who asked for it.',
    access: adminOnly,
    params: JobId,
    responses: { 202: Job },
    async handle({ params, actor }) {
      const retried = await retry(byOf(actor), params.id)
      if (retried !== undefined) return { status: 202, body: presentJob(retried.mail), position: retried.recordedAt }
      const found = await find(params.id)
      if (found === undefined) throw new Rejection('not-found', 'There is no such email')
      const outcome = stateOf(found.status) === 'waiting' ? 'is under way' : `is ${found.status}`
      const condition = 'only one that has failed, or waits for its next attempt, can be retried'
      throw new Rejection('conflict', `The email ${outcome}: ${condition}`)
    },
  })
}

function retryAllRoute({ retryAll }: RetryCommands): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/ops/failed-jobs/retry',
    summary: 'Retry all failed notifications now',
    description: 'Their number confirms it: 409 where another number has failed. The history shows who asked for it.',
    access: adminOnly,
    body: FailedCount,
    responses: { 202: Decided },
    async handle({ body: { count }, actor }) {
      return { status: 202, body: { count }, position: await retryAll(byOf(actor), count) }
    },
  })
}

function sendAgainRoute(sendAgain: SendAgain): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/ops/jobs/{id}/send-again',
    summary: 'Send a second copy of an email that was sent',
    description:
      'The copy is a notification of its own with another Message-ID, within the budgets of emails. The history shows ' +
      'who asked for it.',
    access: adminOnly,
    params: JobId,
    responses: { 202: Job },
    idempotent: {},
    async handle({ params, actor, commandId }) {
      const { mail, recordedAt } = await sendAgain(byOf(actor), { id: params.id, commandId })
      return { status: 202, body: presentJob(mail), position: recordedAt }
    },
  })
}

/** Decides about one held notification by id, or all of them by their number. The history shows who decided. */
function decisionRoutes({ decide }: HeldMailCommands, decision: HeldDecision, when: string): Route[] {
  const posted = { method: 'POST', access: adminOnly } as const
  return [
    defineRoute({
      ...posted,
      path: `/api/ops/jobs/{id}/${decision}`,
      summary: `Send a held notification ${when}`,
      params: JobId,
      responses: { 200: Job },
      async handle({ params, actor }) {
        const { mails, recordedAt } = await decide(byOf(actor), decision, { ids: [params.id] })
        return { status: 200, body: mails.map(presentJob)[0], position: recordedAt }
      },
    }),
    defineRoute({
      ...posted,
      path: `/api/ops/held-jobs/${decision}`,
      summary: `Send all held notifications ${when}`,
      description: 'Their number confirms the decision: 409 where another number is held.',
      body: HeldCount,
      responses: { 200: Decided },
      async handle({ body: { count }, actor }) {
        const { recordedAt } = await decide(byOf(actor), decision, { count })
        return { status: 200, body: { count }, position: recordedAt }
      },
    }),
  ]
}

function byOf({ id, name, role }: Actor): Actor {
  return { id, name, role }
}
