import { defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import { presentProfile } from '../present.ts'
import { ProfileInput, User } from '../schema.ts'
import { changeProfile, profileOf, type ProfileDeps } from './commands.ts'

/** Reading and changing one's own account. */
export function profileRoutes(deps: ProfileDeps): Route[] {
  return [meRoute(deps), changeRoute(deps)]
}

function meRoute(deps: ProfileDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/users/me',
    summary: 'Oneself',
    access: loggedIn,
    responses: { 200: User },
    discloses: () => undefined,
    handle: async ({ actor }) => ({ status: 200, body: presentProfile(await profileOf(deps, actor.id)) }),
  })
}

function changeRoute(deps: ProfileDeps): Route {
  return defineRoute({
    method: 'PATCH',
    path: '/api/users/me',
    summary: 'Change one’s own name, mobile number or email address',
    description:
      'Omitted fields stay unchanged. A new email address takes effect once confirmed through a link sent to it; the old address is notified. Sending the current address again withdraws a change that is not confirmed yet.',
    access: loggedIn,
    body: ProfileInput,
    responses: { 200: User },
    refuses: ['too-many-requests'],
    handle: async ({ actor, body }) => ({
      status: 200,
      body: presentProfile(await changeProfile(deps, actor.id, body)),
    }),
  })
}
