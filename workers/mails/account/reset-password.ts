import { facts, paragraph, type Block, type MailContent, type Shop } from '../content.ts'

/** A mail to one address, with a link for each account that has it. */
export type MailedReset = {
  recipientId: string
  email: string
  links: readonly { username: string; token: string }[]
  /** The address may have more accounts than these. */
  isFull: boolean
}

export function resetPasswordMail({ links, isFull }: MailedReset, shop: Shop): MailContent {
  return {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    blocks: [
      paragraph(
        `We received a request for a new password at ${shop.name}. If you made it, please use the ${links.length > 1 ? 'link of your account' : 'link below'} to choose one. It works once, for 30 minutes after the request, and replaces older links.`,
      ),
      ...links.flatMap(({ username, token }) => [facts({ Username: username }), linkWith(token, shop)]),
      ...(isFull ? [paragraph(others(links.length))] : []),
      paragraph('If you did not make this request, you can ignore this email. Your password stays as it is.'),
    ],
  }
}

const others = (listed: number) =>
  `An email lists at most ${listed} accounts. If yours is not among them, please enter its username under “Forgot password?”.`

function linkWith(token: string, { publicUrl }: Shop): Block {
  const url = `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`
  return { kind: 'button', label: 'Choose a new password', url }
}
