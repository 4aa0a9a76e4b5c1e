import { Type } from 'typebox'
import type { EventStore } from '#core/event-store/event-store.ts'
import { contextOf } from '#core/http/routing/command-context.ts'
import { adminOnly, defineRoute, type Reply, type Route, type RouteRequest } from '#core/http/routing/route.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import type { SynonymCommand } from '../domain/synonyms.ts'
import { presentRow, presentSynonym, wordsOf } from '../present.ts'
import { ListedSynonym, Synonym, SynonymInput, SynonymKind, SynonymLanguage } from '../schema.ts'
import { changeSynonyms } from './commands.ts'
import type { SynonymQueries } from '../read-model.ts'

const ListQuery = Type.Object({
  ...PageQuery.properties,
  text: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words, or parts of words, to search for', examples: ['ultrasound'] }),
  ),
  language: Type.Optional(SynonymLanguage),
  kind: Type.Optional(SynonymKind),
  state: Type.Union([Type.Literal('used'), Type.Literal('removed')], {
    default: 'used',
    message: 'state must be used or removed',
  }),
})

const SynonymParams = Type.Object({ id: Type.String({ maxLength: 100, examples: ['usg'] }) })

type Deps = { store: EventStore; synonyms: Pick<SynonymQueries, 'page'> }

/** The routes through which an ADMIN edits the synonyms of the search. */
export function synonymRoutes({ store, synonyms }: Deps): Route[] {
  return [listRoute(synonyms), addRoute(store), changeRoute(store), removeRoute(store), undoRoute(store)]
}

function listRoute(synonyms: Pick<SynonymQueries, 'page'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/search/synonyms',
    summary: 'The synonyms of the search, the last changed first',
    access: adminOnly,
    query: ListQuery,
    responses: { 200: PageOf(ListedSynonym) },
    reads: 'search-synonyms',
    async handle({ query }) {
      const { text, language, kind, state } = query
      const { rows, total } = await synonyms.page({ text, language, kind, isRemoved: state === 'removed' }, query)
      return { status: 200, body: pageOf(rows.map(presentRow), { ...query, totalElements: total }) }
    },
  })
}

function addRoute(store: EventStore): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/search/synonyms',
    summary: 'Add a synonym',
    description: 'Every process searches by it within seconds.',
    access: adminOnly,
    body: SynonymInput,
    responses: { 201: Synonym },
    idempotent: {},
    async handle(request) {
      const entry = { id: request.commandId, ...wordsOf(request.body) }
      return { ...(await change(store, request, { type: 'add', entry })), status: 201 }
    },
  })
}

function changeRoute(store: EventStore): Route {
  return defineRoute({
    method: 'PUT',
    path: '/api/search/synonyms/{id}',
    summary: 'Change a synonym',
    access: adminOnly,
    params: SynonymParams,
    body: SynonymInput,
    responses: { 200: Synonym },
    conditional: true,
    handle(request) {
      const entry = { id: request.params.id, ...wordsOf(request.body) }
      return change(store, request, { type: 'change', entry, revision: request.ifMatch })
    },
  })
}

function removeRoute(store: EventStore): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/search/synonyms/{id}',
    summary: 'Remove a synonym from the search',
    description: 'Removing it again changes nothing. An undo restores it; a later release does not.',
    access: adminOnly,
    params: SynonymParams,
    responses: { 204: null },
    conditional: true,
    async handle(request) {
      const command = { type: 'remove', id: request.params.id, revision: request.ifMatch } as const
      const { position } = await changeSynonyms(store, command, contextOf(request))
      return { status: 204, position }
    },
  })
}

function undoRoute(store: EventStore): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/search/synonyms/{id}/undo',
    summary: 'Undo the last change of a synonym, or its removal',
    access: adminOnly,
    params: SynonymParams,
    responses: { 200: Synonym },
    conditional: true,
    refuses: ['conflict'],
    handle: (request) => change(store, request, { type: 'undo', id: request.params.id, revision: request.ifMatch }),
  })
}

type Change = Exclude<SynonymCommand, { type: 'take-in' }>
type Requested = Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'requestId' | 'traceId' | 'commandId'>

/** Changes one synonym; answers with it as the command left it. */
async function change(store: EventStore, request: Requested, command: Change): Promise<Reply> {
  const { state, position } = await changeSynonyms(store, command, contextOf(request))
  const id = 'entry' in command ? command.entry.id : command.id
  const known = state.get(id)
  return { status: 200, body: known && presentSynonym(id, known), position, ...(known && { revision: known.revision }) }
}
