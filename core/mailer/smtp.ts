import { createTransport } from 'nodemailer'
import { OperatorError } from '#core/domain/errors.ts'
import { MailFailure } from './mail-failure.ts'
import { messageOf, type Mail, type Mailbox } from './message.ts'

type SmtpOptions = { url: string; from: Mailbox; timeoutMs: number }

/** Conservative: one @, and nothing that could be read as a second address, a comment or a quoted part. */
const plainAddress = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+$/

type Smtp = {
  /** One connection per mail, aborted at its timeout. @throws MailFailure */
  deliver: (mail: Mail, signal: AbortSignal) => Promise<void>
  /** Connects and logs in, without a mail. @throws OperatorError with the remedy */
  ping: () => Promise<void>
}

/** Opens no connection yet. @throws OperatorError for an unusable URL */
export function openSmtp({ url, from, timeoutMs }: SmtpOptions): Smtp {
  requireSmtp(url)
  const transport = createTransport({
    url,
    connectionTimeout: Math.min(timeoutMs, 10_000),
    greetingTimeout: Math.min(timeoutMs, 10_000),
    socketTimeout: timeoutMs,
  })
  return {
    async deliver(mail, signal) {
      if (!plainAddress.test(mail.to.address))
        throw new MailFailure('permanent', 'The account has no usable email address')
      const cut = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        await transport.sendMail({ ...messageOf(mail, from), signal: cut })
      } catch (error) {
        throw failureOf(error, cut.aborted && !signal.aborted)
      }
    },
    async ping() {
      try {
        await transport.verify()
      } catch (error) {
        throw refusalOf(error)
      }
    },
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
  const { code, codes, permanent, responseCode } = smtpDetails(error)
  if (permanent && messageStages.has(code))
    return new MailFailure('permanent', `The mail server refuses this email (${codes})`)
  const what = responseCode === undefined ? 'The mail server does not answer' : 'The mail server declines for now'
  return new MailFailure('temporary', `${what} (${codes})`, { isStall: hasTimedOut || code === 'ETIMEDOUT' })
}

/** Only codes here, too: a server's text may hold the user name. */
function refusalOf(error: unknown): OperatorError {
  const { code, codes, responseCode } = smtpDetails(error)
  if (code === 'EAUTH')
    return new OperatorError(`The mail server refuses the login (${codes})`, 'Correct user and password in SMTP_URL.')
  const what = responseCode === undefined ? 'does not answer' : 'refuses the connection'
  const remedy = 'Check that it runs, the host and port in SMTP_URL, and that this process can reach it.'
  return new OperatorError(`The mail server ${what} (${codes})`, remedy)
}

type SmtpDetails = { code: string; codes: string; permanent: boolean; responseCode: number | undefined }

function smtpDetails(error: unknown): SmtpDetails {
  if (!(error instanceof Error)) return { code: 'unknown', codes: 'unknown', permanent: false, responseCode: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  return {
    code,
    codes: responseCode === undefined ? code : `${code}, ${responseCode}`,
    permanent: 'permanent' in error && error.permanent === true,
    responseCode,
  }
}
