import { accountIdOf } from '#modules/identity/domain/events.ts'
import { writersOf } from './content.ts'
import { verifyEmailMail, type MailedVerification } from './verify-email.ts'

const templates = { 'verify-email': verifyEmailMail }

/** Issues the token of a verification mail when the mail is sent. */
export type MailedAccounts = { verificationOf: (accountId: string) => Promise<MailedVerification> }

export function accountMails({ verificationOf }: MailedAccounts) {
  return writersOf(templates, async ({ stream }) => {
    const thing = await verificationOf(accountIdOf(stream))
    return { thing, recipientId: thing.accountId }
  })
}
