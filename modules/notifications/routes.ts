import { Type } from 'typebox'
import { Rejection } from '#core/errors.ts'
import { pageOf } from '#core/http/pagination.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/route.ts'
import { stateOf } from './notification-states.ts'
import { presentJob } from './present.ts'
import type { NotificationQueries } from './read-model.ts'
import { Job, JobPage, JobsQuery } from './schema.ts'

const tag = 'Operations'

/** The calls of an operator about notifications (contract §2 Audit and operations). */
export function notificationRoutes(notifications: NotificationQueries): Route[] {
  return [listRoute(notifications), retryRoute(notifications)]
}

function listRoute(notifications: NotificationQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/ops/jobs',
    tag,
    summary: 'Waiting, failed and done notifications, newest first',
    access: adminOnly,
    query: JobsQuery,
    responses: { 200: JobPage },
    async handle({ query }) {
      const { status, page, size } = query
      const [rows, counts] = await Promise.all([notifications.page(status, { page, size }), notifications.counts()])
      const totalElements = status === undefined ? counts.waiting + counts.failed + counts.done : counts[status]
      return { status: 200, body: { ...pageOf(rows.map(presentJob), { page, size, totalElements }), counts } }
    },
  })
}

function retryRoute(notifications: NotificationQueries): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/ops/jobs/{id}/retry',
    tag,
    summary: 'Try a notification again now',
    description: 'One that has failed, or that waits for its next try; it gets as many tries as a new one.',
    access: adminOnly,
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    responses: { 202: Job },
    async handle({ params }) {
      const row = await notifications.putBack(params.id)
      if (row !== undefined) return { status: 202, body: presentJob(row) }
      const found = await notifications.find(params.id)
      if (found === undefined) throw new Rejection('not-found', 'There is no such notification')
      const outcome = stateOf(found.status) === 'waiting' ? 'is under way' : `is ${found.status}`
      const condition = 'only one that has failed, or waits for its next try, can be tried again'
      throw new Rejection('conflict', `The notification ${outcome}: ${condition}`)
    },
  })
}
