import { paragraph, type MailContent, type Shop } from '../content.ts'

/** A change of an account's email address; a person who reads mails to the new address can confirm it with the token. */
export type MailedEmailChange = { accountId: string; oldEmail: string; newEmail: string; token: string }

export function confirmNewEmailMail({ token }: MailedEmailChange, { name, publicUrl }: Shop): MailContent {
  return {
    subject: 'Please confirm your new email address',
    heading: 'Please confirm your new email address',
    blocks: [
      paragraph(
        `This address was entered as the new email address of an account at ${name}. It counts once you confirm it; until then, our mails go to the address that you have now.`,
      ),
      {
        kind: 'button',
        label: 'Confirm my new email address',
        url: `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
      },
      paragraph('The link is valid for seven days. If it was not you, you need not do anything.'),
    ],
  }
}

export function emailChangeNoticeMail(_change: MailedEmailChange, { name, publicUrl }: Shop): MailContent {
  return {
    subject: 'The email address of your account is about to change',
    heading: 'Your email address is about to change',
    blocks: [
      paragraph(
        `Another email address was entered for your account at ${name}. As soon as that address is confirmed, our mails go there instead of here.`,
      ),
      paragraph(
        'If it was you, you need not do anything. If it was not you, log in, choose a new password, and enter this address again: that withdraws the change.',
      ),
      { kind: 'button', label: 'Open my profile', url: `${publicUrl}/profile` },
    ],
  }
}
