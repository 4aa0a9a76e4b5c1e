import { paragraph, type MailContent, type Shop } from '../content.ts'

/** The address is that of the mail itself; a person who reads the mail can confirm it with the token. */
export type MailedVerification = { accountId: string; email: string; token: string }

export function verifyEmailMail({ token }: MailedVerification, { name, publicUrl }: Shop): MailContent {
  return {
    subject: 'Please confirm your e-mail address',
    heading: 'Please confirm your e-mail address',
    blocks: [
      paragraph(
        `Somebody has opened an account at ${name} with this e-mail address. If it was you, please confirm it.`,
      ),
      {
        kind: 'button',
        label: 'Confirm my e-mail address',
        url: `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
      },
      paragraph('The link is valid for seven days. If it was not you, you need not do anything.'),
    ],
  }
}
