import { Type } from 'typebox'
import type { Actor } from '#core/domain/actor.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { adminOnly, defineRoute, type Reply, type Route } from '#core/http/routing/route.ts'
import type { ProjectionAdministration } from './administration/administration.ts'
import type { EngineHealth } from './engines.ts'
import {
  ComparisonStarted,
  Engines,
  Flow,
  History,
  HistoryQuery,
  ProjectionsStatus,
  ReplayStarted,
  Results,
  Retried,
  RolledBack,
  Skip,
  Skipped,
  Stopping,
} from './schema.ts'

const Name = Type.Object({ name: Type.String({ maxLength: 100, examples: ['orders'] }) })

export type AdministrationDeps = {
  administration: ProjectionAdministration
  engines: () => Promise<EngineHealth[]>
  flow: () => Promise<Flow>
}

/** The operators' routes. Long work runs in the background: the status shows its progress, the history its outcome. */
export function administrationRoutes(deps: AdministrationDeps): Route[] {
  const { administration } = deps
  return [
    ...statusRoutes(deps),
    historyRoute(administration),
    ...flowRoutes(deps),
    ...replayRoutes(administration),
    ...comparisonRoutes(administration),
    ...stopRoutes(administration),
    ...repairRoutes(administration),
  ]
}

function statusRoutes({ administration, engines }: Pick<AdministrationDeps, 'administration' | 'engines'>): Route[] {
  const read = { method: 'GET', access: adminOnly } as const
  return [
    defineRoute({
      ...read,
      path: '/api/ops/projections',
      summary: 'The status of every read model and every reactor',
      responses: { 200: ProjectionsStatus },
      handle: async () => ({ status: 200, body: await administration.status() }),
    }),
    defineRoute({
      ...read,
      path: '/api/ops/engines',
      summary: 'Whether every engine answers',
      responses: { 200: Engines },
      handle: async () => ({ status: 200, body: { engines: await engines() } }),
    }),
  ]
}

function historyRoute(administration: ProjectionAdministration): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/ops/history',
    summary: 'Who replayed, verified, skipped or rolled back what, newest first',
    description: 'Continue with `before`, the position of the last operation, until `last`.',
    access: adminOnly,
    query: HistoryQuery,
    responses: { 200: History },
    async handle({ query: { name, ...part } }) {
      const { operations, hasMore, people } = await administration.history(name, part)
      const named = people.map((one) => ({ id: one.id, name: one.name }))
      return { status: 200, body: { content: operations, last: !hasMore, people: named } }
    },
  })
}

function flowRoutes({ administration, flow }: Pick<AdministrationDeps, 'administration' | 'flow'>): Route[] {
  const read = { method: 'GET', access: adminOnly } as const
  return [
    defineRoute({
      ...read,
      path: '/api/ops/flow',
      summary: 'Which streams every read model and reactor takes events from, and what it writes',
      responses: { 200: Flow },
      handle: async () => ({ status: 200, body: await flow() }),
    }),
    defineRoute({
      ...read,
      path: '/api/ops/results',
      summary: 'The newest replay, dry run and verification of every read model',
      responses: { 200: Results },
      handle: async () => ({ status: 200, body: { content: await administration.results() } }),
    }),
  ]
}

function replayRoutes(administration: ProjectionAdministration): Route[] {
  return [
    defineRoute({
      ...posted('replay', 'Build a read model alongside the live one, and swap when it has caught up'),
      responses: { 202: ReplayStarted },
      async handle({ params, actor }) {
        await administration.as(byOf(actor)).requestReplay(params.name)
        return { status: 202, body: { name: params.name, status: 'rebuilding' } }
      },
    }),
    defineRoute({
      ...posted('resume', 'Resume a replay that was stopped or has failed'),
      responses: { 202: ReplayStarted },
      async handle({ params, actor }) {
        await administration.as(byOf(actor)).requestResume(params.name)
        return { status: 202, body: { name: params.name, status: 'rebuilding' } }
      },
    }),
    defineRoute({
      ...posted('rollback', 'Roll back to the build that the last replay replaced'),
      responses: { 200: RolledBack },
      async handle({ params, actor }) {
        const { position, recordedAt } = await administration.as(byOf(actor)).rollBack(params.name)
        return { status: 200, body: { name: params.name, position }, ...positionOf(recordedAt) }
      },
    }),
  ]
}

function comparisonRoutes(administration: ProjectionAdministration): Route[] {
  const responses = { 202: ComparisonStarted }
  return [
    defineRoute({
      ...posted('dry-run', 'Start a dry run; the history shows the result'),
      responses,
      async handle({ params, actor }) {
        const actions = administration.as(byOf(actor))
        await administration.start(params.name, (options) => actions.dryRun(params.name, options))
        return { status: 202, body: { name: params.name, status: 'comparing' } }
      },
    }),
    defineRoute({
      ...posted('verify', 'Compare a read model with the log; the history shows the result'),
      responses,
      async handle({ params, actor }) {
        const actions = administration.as(byOf(actor))
        await administration.start(params.name, (options) => actions.verify(params.name, options))
        return { status: 202, body: { name: params.name, status: 'comparing' } }
      },
    }),
  ]
}

function repairRoutes(administration: ProjectionAdministration): Route[] {
  return [
    defineRoute({
      ...posted('retry', 'Retry a failed read model or reactor'),
      responses: { 200: Retried },
      async handle({ params, actor }) {
        const { isRetried, recordedAt } = await administration.as(byOf(actor)).retry(params.name)
        return { status: 200, body: { name: params.name, retried: isRetried }, ...positionOf(recordedAt) }
      },
    }),
    defineRoute({
      ...posted(
        'skip',
        'Skip the event that it has failed at, in every later replay too; under the name everywhere, for all of them',
      ),
      body: Skip,
      responses: { 200: Skipped },
      async handle({ params, actor, body }) {
        const { recordedAt } = await administration.as(byOf(actor)).skip(params.name, body)
        return { status: 200, body: { name: params.name, position: body.position }, ...positionOf(recordedAt) }
      },
    }),
  ]
}

function stopRoutes(administration: ProjectionAdministration): Route[] {
  return [
    defineRoute({
      ...posted('stop-replay', 'Stop a replay; it can be resumed'),
      description: 'Answers at once: the process that runs the replay stops within seconds, and the history shows it.',
      responses: { 202: Stopping },
      async handle({ params, actor }) {
        await administration.as(byOf(actor)).stopReplay(params.name)
        return { status: 202, body: { name: params.name, status: 'stopping' } }
      },
    }),
    defineRoute({
      ...posted('stop-comparison', 'Stop a verification, dry run or copy'),
      description: 'Answers at once: the process that runs it stops within seconds, and the history shows it.',
      responses: { 202: Stopping },
      async handle({ params, actor }) {
        await administration.as(byOf(actor)).stopComparison(params.name)
        return { status: 202, body: { name: params.name, status: 'stopping' } }
      },
    }),
  ]
}

function posted(step: string, summary: string) {
  const path = `/api/ops/projections/{name}/${step}`
  return { method: 'POST', path, summary, access: adminOnly, params: Name } as const
}

function positionOf(recordedAt: Position | undefined): Pick<Reply, 'position'> {
  return recordedAt === undefined ? {} : { position: recordedAt }
}

function byOf({ id, name, role }: Actor): Actor {
  return { id, name, role }
}
