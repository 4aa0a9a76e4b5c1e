import { defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import type { Throttle } from '#core/http/security/throttle.ts'
import { changePassword, logIn, logOut, signUp, type IdentityDeps } from '../commands.ts'
import { LoginResponse, LoginInput, PasswordInput, SignupInput } from '../schema.ts'

export type AuthDeps = IdentityDeps & {
  signupThrottle: Throttle
  /** @throws Rejection `too-many-requests` if no account can be created from this network address now */
  refuseNewcomers: (clientAddress: string) => Promise<void>
}

/** Signup, login and logout. */
export function authRoutes(deps: AuthDeps): Route[] {
  return [signupRoute(deps), loginRoute(deps), logoutRoute(deps), passwordRoute(deps)]
}

function signupRoute(deps: AuthDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Create an account',
    access: 'everyone',
    body: SignupInput,
    responses: { 201: LoginResponse },
    refuses: ['too-many-requests'],
    async handle({ body, clientAddress }) {
      await deps.signupThrottle.consume(clientAddress)
      await deps.refuseNewcomers(clientAddress)
      return { status: 201, body: await signUp(deps, body) }
    },
  })
}

function loginRoute(deps: AuthDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/auth/authenticate',
    summary: 'Log in',
    access: 'everyone',
    body: LoginInput,
    responses: { 200: LoginResponse },
    refuses: ['unauthenticated', 'too-many-requests'],
    async handle({ body, clientAddress }) {
      return { status: 200, body: await logIn(deps, { ...body, from: clientAddress }) }
    },
  })
}

function logoutRoute(deps: AuthDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Log out everywhere',
    access: loggedIn,
    responses: { 204: null },
    async handle({ actor }) {
      await logOut(deps, actor.id)
      return { status: 204 }
    },
  })
}

function passwordRoute(deps: AuthDeps): Route {
  return defineRoute({
    method: 'PUT',
    path: '/api/auth/password',
    summary: 'Choose a new password',
    description: 'Revokes every older token; the response carries a new one.',
    access: loggedIn,
    body: PasswordInput,
    responses: { 200: LoginResponse },
    refuses: ['too-many-requests'],
    async handle({ body, actor, clientAddress }) {
      return { status: 200, body: await changePassword(deps, { ...body, accountId: actor.id, from: clientAddress }) }
    },
  })
}
