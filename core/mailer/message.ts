import type { SendMailOptions } from 'nodemailer'
import { oneLine } from '../text/one-line.ts'

/** Kept apart to the last moment: a name is never pasted into an address line. */
export type Mailbox = { name: string; address: string }

/** One message to one person. */
export type Mail = {
  /** Of whatever it is about, such as a notification; its Message-ID is made of it. */
  id: string
  /** The account of the recipient: what was written for a person is found by it when the person is erased. */
  subjectId: string
  to: Mailbox
  subject: string
  text: string
  html: string
}

/** `<id@domain>`: the same for every try, so that a mail that went out twice can be recognised as one. */
export function messageIdOf(id: string, from: Mailbox): string {
  return `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
}

/** The message for nodemailer, which encodes every header; nothing in it is ever read from a path or a URL. */
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
