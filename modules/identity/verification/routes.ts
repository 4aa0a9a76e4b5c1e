import { Type } from 'typebox'
import { defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import { sendVerificationMail, verifyEmail, type VerificationDeps } from './commands.ts'

const VerificationInput = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 2_000, message: 'Send the token of the link in the email' }),
})

/** The mail is on its way. */
const MailRequested = Type.Object({ email: Type.String({ description: 'The address that it goes to' }) })

/** Confirming the email address of an account. */
export function verificationRoutes(deps: VerificationDeps): Route[] {
  return [verifyRoute(deps), mailRoute(deps)]
}

function verifyRoute(deps: VerificationDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm an email address with the token of the link sent to it',
    access: 'everyone',
    body: VerificationInput,
    responses: { 204: null },
    async handle({ body }) {
      await verifyEmail(deps, body.token)
      return { status: 204 }
    },
  })
}

function mailRoute(deps: VerificationDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/users/me/verification-mail',
    summary: 'Send the link that confirms the email address again',
    access: loggedIn,
    responses: { 202: MailRequested },
    refuses: ['conflict', 'too-many-requests'],
    async handle({ actor }) {
      return { status: 202, body: { email: await sendVerificationMail(deps, actor.id) } }
    },
  })
}
