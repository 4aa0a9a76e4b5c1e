import type { LoginAnswer, LoginInput, SignupInput, User } from '#modules/identity/schema.ts'
import type { ApiClient } from './client.ts'

export function logIn(api: ApiClient, body: LoginInput): Promise<LoginAnswer> {
  return api.command({ method: 'POST', path: '/auth/authenticate', body })
}

export function signUp(api: ApiClient, body: SignupInput): Promise<LoginAnswer> {
  return api.command({ method: 'POST', path: '/auth/signup', body })
}

/** The account of the logged-in user. */
export function fetchMyself(api: ApiClient, signal: AbortSignal): Promise<User> {
  return api.query('/users/me', { signal, needsLogin: true })
}

/** Revokes the token on the server. */
export function logOut(api: ApiClient): Promise<void> {
  return api.command({ method: 'POST', path: '/auth/logout', needsLogin: true })
}
