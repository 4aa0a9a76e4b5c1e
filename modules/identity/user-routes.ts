import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { contextOf } from '#core/http/routing/command-context.ts'
import { adminOnly, defineRoute, loggedIn, type LoggedIn, type Route } from '#core/http/routing/route.ts'
import type { ErasurePart } from '#core/module/personal-traces.ts'
import { personalDataRoute, type PersonalDataDeps } from './personal-data/routes.ts'
import type { AddressDeps } from './addresses/commands.ts'
import { addressRoutes } from './addresses/routes.ts'
import type { ProfileDeps } from './profile/commands.ts'
import { profileRoutes } from './profile/routes.ts'
import { csvRoute } from './csv.ts'
import { changeRoles, type IdentityDeps } from './commands.ts'
import { eraseAccount, type EraseDeps } from './erasure/erase-account.ts'
import { previewErasure } from './erasure/preview.ts'
import { presentManaged, presentUser } from './present.ts'
import { foundAccount } from './read-model.ts'
import { ErasurePreview, RolesInput, User, UserFilters, UserSorting } from './schema.ts'

export type UserDeps = IdentityDeps &
  EraseDeps &
  PersonalDataDeps &
  ProfileDeps &
  AddressDeps & {
    /** What an erasure would do to an account's data in other modules, from the read models of these names. */
    erasureParts: { readModels: readonly string[]; of: (accountId: string) => Promise<readonly ErasurePart[]> }
  }

const UserParams = Type.Object({ id: Type.String({ maxLength: 320 }) })

/** The routes for user accounts. */
export function userRoutes(deps: UserDeps): Route[] {
  return [
    listRoute(deps),
    csvRoute(deps),
    ...profileRoutes(deps),
    ...addressRoutes(deps),
    personalDataRoute(deps),
    userRoute(deps),
    rolesRoute(deps),
    previewRoute(deps),
    deleteRoute(deps),
  ]
}

const ListQuery = Type.Object({ ...PageQuery.properties, ...UserFilters.properties, ...UserSorting.properties })

function listRoute({ accounts }: UserDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/users',
    summary: 'All users, oldest first or sorted',
    access: adminOnly,
    query: ListQuery,
    responses: { 200: PageOf(User) },
    discloses: () => 'the list of users',
    async handle({ query }) {
      const { text, role, from, to } = query
      const { rows, total } = await accounts.page({ text, role, signedUp: { from, to } }, query)
      return { status: 200, body: pageOf(rows.map(presentManaged), { ...query, totalElements: total }) }
    },
  })
}

function userRoute({ accounts }: UserDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/users/{id}',
    summary: 'One user, by id or username',
    access: loggedIn,
    params: UserParams,
    responses: { 200: User },
    discloses: ({ params, actor }) => (params.id === actor.id ? undefined : 'the account of one user'),
    async handle({ params, actor }) {
      const id = requireSelfOrAdmin(params.id, actor, 'see')
      const account = (await accounts.find(id)) ?? (await accounts.findByUsername(id))
      const present = actor.role === 'ADMIN' ? presentManaged : presentUser
      return { status: 200, body: present(foundAccount(account)) }
    },
  })
}

function rolesRoute(deps: UserDeps): Route {
  return defineRoute({
    method: 'PUT',
    path: '/api/users/{id}/roles',
    summary: 'Grant or revoke STAFF and ADMIN',
    access: adminOnly,
    params: UserParams,
    body: RolesInput,
    responses: { 200: User },
    conditional: true,
    discloses: ({ params, actor }) => (params.id === actor.id ? undefined : 'the account of one user'),
    async handle(request) {
      const { params, body, ifMatch } = request
      const change = { accountId: params.id, roles: body.roles, ifMatch, by: contextOf(request) }
      const { account, position } = await changeRoles(deps, change)
      return { status: 200, body: presentManaged(account), ...(position > 0 && { position }) }
    },
  })
}

function previewRoute({ accounts, erasureParts }: UserDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/users/{id}/erasure',
    summary: 'What deleting an account would erase, and what would stay',
    access: loggedIn,
    params: UserParams,
    responses: { 200: ErasurePreview },
    reads: erasureParts.readModels,
    discloses: ({ params, actor }) => (['me', actor.id].includes(params.id) ? undefined : 'the account of one user'),
    async handle({ params, actor }) {
      const account = foundAccount(await accounts.find(requireSelfOrAdmin(params.id, actor, 'see')))
      return { status: 200, body: previewErasure(account, await erasureParts.of(account.id)) }
    },
  })
}

function deleteRoute(deps: UserDeps): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/users/{id}',
    fixedPaths: ['/api/users/me'],
    summary: 'Delete an account and erase the person; the history of the orders stays',
    access: loggedIn,
    params: UserParams,
    responses: { 204: null },
    async handle(request) {
      const { params, actor } = request
      const position = await eraseAccount(deps, requireSelfOrAdmin(params.id, actor, 'delete'), contextOf(request))
      return { status: 204, ...(position > 0 && { position }) }
    },
  })
}

/**
 * Returns the account id; for the actor, also by name or `me`. For any other name, a non-admin gets the same refusal
 * whether the account exists or not.
 */
function requireSelfOrAdmin(id: string, actor: LoggedIn, what: 'see' | 'delete'): string {
  if (id === 'me' || id === actor.id || id.toLowerCase() === actor.loginUserName.toLowerCase()) return actor.id
  if (actor.role !== 'ADMIN') throw new Rejection('forbidden', `You can ${what} your own account only`)
  return id
}
