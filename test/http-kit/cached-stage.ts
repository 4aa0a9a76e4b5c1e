import { Type } from 'typebox'
import { afterEach, beforeEach } from 'vitest'
import { Rejection } from '#core/domain/errors.ts'
import { defineRoute, type Receiver, type Route } from '#core/http/routing/route.ts'
import { call, openKit, type Kit } from './kit.ts'

export const projection = 'things'

/** The content of the read model, and how often it was read. */
export const model = { text: 'first', reads: 0, hold: Promise.resolve() }
/** The sessions that a response was sent to. */
export const sentTo: string[] = []

const Search = Type.Object({ text: Type.String(), kind: Type.Optional(Type.String()) })
const Found = Type.Object({ text: Type.String() })

const onSend = ({ session }: Receiver) => void sentTo.push(session)

async function read() {
  model.reads += 1
  await model.hold
  return { status: 200, body: { text: model.text }, onSend }
}

const common = { tag: 'Things', summary: 'A cached read', access: 'everyone', cachedBy: projection } as const

export const cachedRoutes: Route[] = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/things',
    query: Type.Object({ page: Type.Integer({ default: 0 }) }),
    responses: { 200: Found },
    handle: read,
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/things/{id}',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: Found },
    async handle({ params }) {
      if (params.id === 'gone') throw new Rejection('not-found', 'Gone')
      return { ...(await read()), revision: 4 }
    },
  }),
  defineRoute({
    ...common,
    method: 'PUT',
    path: '/api/things/search',
    body: Search,
    responses: { 200: Found },
    handle: read,
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/both',
    cachedBy: [projection, 'words'],
    responses: { 200: Found },
    handle: read,
  }),
]

/** A kit with cached reads of one read model. Registers the hooks that open it for each test and close it. */
export function cachedStage() {
  let kit: Kit

  beforeEach(async () => {
    Object.assign(model, { text: 'first', reads: 0, hold: Promise.resolve() })
    sentTo.length = 0
    kit = await openKit(cachedRoutes)
    kit.positions.moveTo(projection, 1)
  })
  afterEach(() => kit.stop())

  return {
    kit: () => kit,
    get: (path: string, headers: Record<string, string> = {}) => call(kit, `GET ${path}`, { headers }),
    search: (body: unknown, headers: Record<string, string> = {}) =>
      call(kit, 'PUT /api/things/search', { body, headers }),
  }
}
