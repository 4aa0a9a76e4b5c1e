import { defineRoute, type Route } from '#core/http/routing/route.ts'
import { CheckResetInput, ForgotPasswordInput, ResetPasswordInput, ResetRequested } from '../schema.ts'
import { mostLinks } from './mailed-links.ts'
import { checkReset, requestReset, resetPassword, type PasswordResetDeps } from './commands.ts'

/** Choosing a new password by the link of a mail. */
export function passwordResetRoutes(deps: PasswordResetDeps): Route[] {
  return [forgotRoute(deps), checkRoute(deps), resetRoute(deps)]
}

/** Says the same about every name. */
const requested = {
  message:
    'If there is such an account, an email with a link is on its way to its address. The link works once, for 30 minutes.',
}

function forgotRoute(deps: PasswordResetDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Send an email with a link to choose a new password',
    description: `The answer is the same whether the account exists or not. An address gets one email with a link for each of its accounts, at most three an hour. An email lists at most ${mostLinks} accounts, among them that of the username in the request.`,
    access: 'everyone',
    body: ForgotPasswordInput,
    responses: { 202: ResetRequested },
    refuses: ['too-many-requests'],
    async handle({ body, clientAddress }) {
      await requestReset(deps, { name: body.username, from: clientAddress })
      return { status: 202, body: requested }
    },
  })
}

function checkRoute(deps: PasswordResetDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/auth/reset-password/check',
    summary: 'Check the token of an emailed link before a new password is typed',
    description:
      'Does not use the token up. The answer is the same for a token that was never sent, was used, was replaced or has expired.',
    access: 'everyone',
    body: CheckResetInput,
    responses: { 204: null },
    limitsUnstored: true,
    async handle({ body, clientAddress }) {
      await checkReset(deps, { token: body.token, from: clientAddress })
      return { status: 204, isUnchanged: true }
    },
  })
}

function resetRoute(deps: PasswordResetDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Choose a new password with the token of an emailed link',
    description: 'The token works once. Every session of the account ends.',
    access: 'everyone',
    body: ResetPasswordInput,
    responses: { 204: null },
    limitsUnstored: true,
    async handle({ body, clientAddress }) {
      await resetPassword(deps, { ...body, from: clientAddress })
      return { status: 204 }
    },
  })
}
