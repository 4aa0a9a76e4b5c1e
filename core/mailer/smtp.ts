import { createTransport } from 'nodemailer'
import { OperatorError } from '#core/domain/errors.ts'
import { MailFailure } from './mail-failure.ts'
import { messageOf, type Mail, type Mailbox } from './message.ts'

type SmtpOptions = { url: string; from: Mailbox; timeoutMs: number }

/** Conservative: one @, and nothing that could be read as a second address, a comment or a quoted part. */
const plainAddress = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+$/

/** Sends by SMTP, one connection per mail, aborted at its timeout. @throws OperatorError for an unusable URL */
export function openSmtp({ url, from, timeoutMs }: SmtpOptions): (mail: Mail, signal: AbortSignal) => Promise<void> {
  requireSmtp(url)
  const transport = createTransport({
    url,
    connectionTimeout: Math.min(timeoutMs, 10_000),
    greetingTimeout: Math.min(timeoutMs, 10_000),
    socketTimeout: timeoutMs,
  })
  return async (mail, signal) => {
    if (!plainAddress.test(mail.to.address))
      throw new MailFailure('permanent', 'The account has no usable email address')
    const cut = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      await transport.sendMail({ ...messageOf(mail, from), signal: cut })
    } catch (error) {
      throw failureOf(error, cut.aborted && !signal.aborted)
    }
  }
}

function requireSmtp(url: string): void {
  if (URL.canParse(url) && ['smtp:', 'smtps:'].includes(new URL(url).protocol)) return
  throw new OperatorError(
    'SMTP_URL is not the address of a mail server',
    'Write smtp://user:password@host:587 or smtps://user:password@host:465',
  )
}

/** The stages that concern the message itself; a refused login, for example, says nothing about it. */
const messageStages = new Set(['EENVELOPE', 'EMESSAGE'])

/** Keeps only the server's codes, because its text may quote the recipient. */
function failureOf(error: unknown, hasTimedOut: boolean): MailFailure {
  const { code, permanent, responseCode } = smtpDetails(error)
  const codes = responseCode === undefined ? code : `${code}, ${responseCode}`
  if (permanent && messageStages.has(code))
    return new MailFailure('permanent', `The mail server refuses this email (${codes})`)
  const what = responseCode === undefined ? 'The mail server does not answer' : 'The mail server declines for now'
  return new MailFailure('temporary', `${what} (${codes})`, { isStall: hasTimedOut || code === 'ETIMEDOUT' })
}

function smtpDetails(error: unknown): { code: string; permanent: boolean; responseCode: number | undefined } {
  if (!(error instanceof Error)) return { code: 'unknown', permanent: false, responseCode: undefined }
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : error.name,
    permanent: 'permanent' in error && error.permanent === true,
    responseCode: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined,
  }
}
