import { facts, paragraph, type Block, type MailContent, type Shop } from '../content.ts'

/** A mail to one address, with a link for each account that has it. */
export type MailedReset = {
  recipientId: string
  email: string
  links: readonly { username: string; token: string }[]
}

export function resetPasswordMail({ links }: MailedReset, shop: Shop): MailContent {
  return {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    blocks: [
      paragraph(
        `We received a request for a new password at ${shop.name}. If you made it, please choose one by the ${links.length > 1 ? 'link of your account' : 'link below'}. It works once, for 30 minutes after the request, and replaces older links.`,
      ),
      ...links.flatMap(({ username, token }) => [facts({ Username: username }), linkWith(token, shop)]),
      paragraph('If you did not make this request, you need not do anything: your password stays as it is.'),
    ],
  }
}

function linkWith(token: string, { publicUrl }: Shop): Block {
  const url = `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`
  return { kind: 'button', label: 'Choose a new password', url }
}
