import type { SendMailOptions } from 'nodemailer'
import { oneLine } from '../text/one-line.ts'

/** Name and address stay separate until the message is built: a name is never pasted into an address line. */
export type Mailbox = { name: string; address: string }

/** One message to one person. */
export type Mail = {
  /** The id of its subject, such as a notification; the Message-ID is derived from it. */
  id: string
  /** The recipient's account, by which the files written for a person are found when the person is erased. */
  subjectId: string
  to: Mailbox
  subject: string
  text: string
  html: string
}

/** `<id@domain>`: the same for every attempt, so that a mail sent twice can be recognised as one. */
export function messageIdOf(id: string, from: Mailbox): string {
  return `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
}

/** The message for nodemailer, which encodes every header; none of it is ever read from a path or a URL. */
export function messageOf(mail: Mail, from: Mailbox): SendMailOptions {
  return {
    messageId: messageIdOf(mail.id, from),
    from,
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
