import type { LoginAnswer, LoginInput, SignupInput } from '#modules/identity/schema.ts'
import type { ApiClient } from './client.ts'

export function logIn(api: ApiClient, body: LoginInput): Promise<LoginAnswer> {
  return api.command({ method: 'POST', path: '/auth/authenticate', body })
}

export function signUp(api: ApiClient, body: SignupInput): Promise<LoginAnswer> {
  return api.command({ method: 'POST', path: '/auth/signup', body })
}

/** Ends the token on the server too. */
export function logOut(api: ApiClient): Promise<void> {
  return api.command({ method: 'POST', path: '/auth/logout', needsLogin: true })
}
