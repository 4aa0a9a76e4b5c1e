import { accountIdOf, passwordResetIdOf } from '#modules/identity/domain/events.ts'
import { writersOf, type MailWriter, type NoMail, type Shop } from '../content.ts'
import { confirmNewEmailMail, emailChangeNoticeMail, type MailedEmailChange } from './email-change.ts'
import { resetPasswordMail, type MailedReset } from './reset-password.ts'
import { verifyEmailMail, type MailedVerification } from './verify-email.ts'

/** Issues the token of a mail when the mail is sent. */
export type MailedAccounts = {
  verificationOf: (accountId: string) => Promise<MailedVerification>
  emailChangeOf: (accountId: string, serial: number) => Promise<MailedEmailChange | undefined>
  resetMailOf: (requestId: string) => Promise<MailedReset | NoMail>
}

export function accountMails({ verificationOf, emailChangeOf, resetMailOf }: MailedAccounts) {
  return {
    ...writersOf({ 'verify-email': verifyEmailMail }, async ({ stream }) => {
      const subject = await verificationOf(accountIdOf(stream))
      return { subject, recipientId: subject.accountId }
    }),
    ...emailChangeMails(emailChangeOf),
    'reset-password': resetMails(resetMailOf),
  }
}

function resetMails(resetMailOf: MailedAccounts['resetMailOf']): MailWriter {
  return async ({ stream }, shop) => {
    const reset = await resetMailOf(passwordResetIdOf(stream))
    if ('reason' in reset) return reset
    return { recipientId: reset.recipientId, address: reset.email, content: resetPasswordMail(reset, shop) }
  }
}

/** The link goes to the new address, the notice to the old one. */
function emailChangeMails(emailChangeOf: MailedAccounts['emailChangeOf']) {
  const writer =
    (template: typeof confirmNewEmailMail, addressOf: (change: MailedEmailChange) => string): MailWriter =>
    async ({ stream, revision }, shop: Shop) => {
      const change = await emailChangeOf(accountIdOf(stream), revision)
      if (change === undefined) return { reason: 'The change of the email address was withdrawn' }
      return { recipientId: change.accountId, address: addressOf(change), content: template(change, shop) }
    }
  return {
    'confirm-new-email': writer(confirmNewEmailMail, ({ newEmail }) => newEmail),
    'email-change-notice': writer(emailChangeNoticeMail, ({ oldEmail }) => oldEmail),
  }
}
