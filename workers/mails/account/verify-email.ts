import { paragraph, type MailContent, type Shop } from '../content.ts'

/** The address is that of the mail itself; a person who reads the mail can confirm it with the token. */
export type MailedVerification = { accountId: string; email: string; token: string }

export function verifyEmailMail({ token }: MailedVerification, { name, publicUrl }: Shop): MailContent {
  return {
    subject: 'Please confirm your email address',
    heading: 'Please confirm your email address',
    blocks: [
      paragraph(
        `An account at ${name} was opened with this email address. If you opened it, please confirm the address.`,
      ),
      {
        kind: 'button',
        label: 'Confirm my email address',
        url: `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
      },
      paragraph('The link is valid for seven days. If you did not open this account, you can ignore this email.'),
    ],
  }
}
