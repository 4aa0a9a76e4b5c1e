import { Type } from 'typebox'
import { adminOnly, defineRoute, type Route } from '#core/http/route.ts'
import { ProjectionsStatus, ReplayStarted } from './schema.ts'

export { openOperationsRecord, type OperationEvent, type OperationsRecord, type RecordedOperation } from './record.ts'

const tag = 'Operations'

export type OperationsNeeds = {
  projectionsStatus: () => Promise<unknown>
  /** Has the read model rebuilt beside the live one and swapped. @throws Rejection where there is none, or it is under way */
  replay: (name: string) => Promise<void>
  countUsers: () => Promise<number>
  countOrders: () => Promise<number>
}

/** What an operator sees and does over HTTP, and the two public numbers (contract §2). */
export function operationsModule(needs: OperationsNeeds): { routes: Route[] } {
  return { routes: [projectionsRoute(needs), replayRoute(needs), ...numberRoutes(needs)] }
}

function projectionsRoute({ projectionsStatus }: OperationsNeeds): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/ops/projections',
    tag,
    summary: 'How every read model, and every reactor, stands',
    access: adminOnly,
    responses: { 200: ProjectionsStatus },
    handle: async () => ({ status: 200, body: await projectionsStatus() }),
  })
}

function replayRoute({ replay }: OperationsNeeds): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/ops/projections/{name}/replay',
    tag,
    summary: 'Rebuild a read model beside the live one, and swap when it has caught up',
    access: adminOnly,
    params: Type.Object({ name: Type.String({ maxLength: 100, examples: ['orders'] }) }),
    responses: { 202: ReplayStarted },
    async handle({ params }) {
      await replay(params.name)
      return { status: 202, body: { name: params.name, status: 'rebuilding' } }
    },
  })
}

function numberRoutes({ countUsers, countOrders }: OperationsNeeds): Route[] {
  return [
    numberRoute('numberOfUsers', 'How many people have an account', countUsers),
    numberRoute('numberOfOrders', 'How many orders were placed', countOrders),
  ]
}

function numberRoute(name: string, summary: string, count: () => Promise<number>): Route {
  return defineRoute({
    method: 'GET',
    path: `/public/${name}`,
    also: [`/api/public/${name}`],
    tag: 'Public',
    summary,
    access: 'everyone',
    responses: { 200: Type.Integer() },
    handle: async () => ({ status: 200, body: await count() }),
  })
}
