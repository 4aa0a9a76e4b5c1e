import { paragraph, type MailContent, type Shop } from '../content.ts'

/** A change of an account's email address; a person who reads mails to the new address can confirm it with the token. */
export type MailedEmailChange = { accountId: string; oldEmail: string; newEmail: string; token: string }

export function confirmNewEmailMail({ token }: MailedEmailChange, { name, publicUrl }: Shop): MailContent {
  return {
    subject: 'Please confirm your new email address',
    heading: 'Please confirm your new email address',
    blocks: [
      paragraph(
        `This address was entered as the new email address of an account at ${name}. It takes effect when you confirm it; until then we will keep using your current address.`,
      ),
      {
        kind: 'button',
        label: 'Confirm my new email address',
        url: `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
      },
      paragraph('The link is valid for seven days. If you did not enter it, you can ignore this email.'),
    ],
  }
}

export function emailChangeNoticeMail(_change: MailedEmailChange, { name, publicUrl }: Shop): MailContent {
  return {
    subject: 'The email address of your account is about to change',
    heading: 'Your email address is about to change',
    blocks: [
      paragraph(
        `Another email address was entered for your account at ${name}. Once it is confirmed, we will email that address instead of this one.`,
      ),
      paragraph(
        'If you requested this, you can ignore this email. If you did not, log in, choose a new password, and enter this address again: that withdraws the change.',
      ),
      { kind: 'button', label: 'Open my profile', url: `${publicUrl}/profile` },
    ],
  }
}
