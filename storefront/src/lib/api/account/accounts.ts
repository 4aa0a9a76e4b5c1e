import type {
  LoginResponse,
  LoginInput,
  PasswordInput,
  ProfileInput,
  ResetPasswordInput,
  SignupInput,
  User,
} from '#modules/identity/schema.ts'
import type { ApiClient } from '../client.ts'

export function logIn(api: ApiClient, body: LoginInput): Promise<LoginResponse> {
  return api.command({ method: 'POST', path: '/auth/authenticate', body })
}

export function signUp(api: ApiClient, body: SignupInput): Promise<LoginResponse> {
  return api.command({ method: 'POST', path: '/auth/signup', body })
}

/** The account of the logged-in user. */
export function fetchMyself(api: ApiClient, signal: AbortSignal): Promise<User> {
  return api.query('/users/me', { signal, needsLogin: true })
}

/** Changes the account of the logged-in user; what is absent stays. */
export function changeMyself(api: ApiClient, body: ProfileInput): Promise<User> {
  return api.command({ method: 'PATCH', path: '/users/me', body, needsLogin: true })
}

/** Ends every session of the account; the answer opens a new one. */
export function changePassword(api: ApiClient, body: PasswordInput): Promise<LoginResponse> {
  return api.command({ method: 'PUT', path: '/auth/password', body, needsLogin: true })
}

/** Revokes the token on the server. */
export function logOut(api: ApiClient): Promise<void> {
  return api.command({ method: 'POST', path: '/auth/logout', needsLogin: true })
}

/** Confirms an email address by the token of its mail. */
export function verifyEmail(api: ApiClient, token: string): Promise<void> {
  return api.command({ method: 'POST', path: '/auth/verify-email', body: { token } })
}

/** Sends the mail with the link that confirms the address once more. */
export function sendVerificationMail(api: ApiClient): Promise<{ email: string }> {
  return api.command({ method: 'POST', path: '/users/me/verification-mail', needsLogin: true })
}

/** Requests a mail with a link to choose a new password; the answer is the same whether the account exists or not. */
export function requestPasswordLink(api: ApiClient, username: string): Promise<{ message: string }> {
  return api.command({ method: 'POST', path: '/auth/forgot-password', body: { username }, keepsPages: true })
}

/** Fails with status 400 if the token of a mail’s link is not valid; does not use it up. */
export function checkResetToken(api: ApiClient, token: string): Promise<void> {
  return api.command({ method: 'POST', path: '/auth/reset-password/check', body: { token }, keepsPages: true })
}

/** Chooses a new password by the token of a mail's link. */
export function resetPassword(api: ApiClient, body: ResetPasswordInput): Promise<void> {
  return api.command({ method: 'POST', path: '/auth/reset-password', body, keepsPages: true })
}

/** Everything the shop holds about the logged-in person. */
export function fetchMyData(api: ApiClient): Promise<Readonly<Record<string, unknown>>> {
  return api.query('/users/me/data', { needsLogin: true })
}
