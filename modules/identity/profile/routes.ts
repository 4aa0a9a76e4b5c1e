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
      'What is absent stays. A new email address counts once it is confirmed by the link of a mail to it; the old address is informed. The current address again withdraws a change that is not confirmed yet.',
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
