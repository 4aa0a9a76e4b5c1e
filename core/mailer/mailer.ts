import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { LRUCache } from 'lru-cache'
import { createTransport } from 'nodemailer'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { codeOf } from '#core/process/system-error.ts'
import type { Log } from '#core/telemetry/log.ts'
import { MailFailure } from './mail-failure.ts'
import { messageIdOf, messageOf, type Mail, type Mailbox } from './message.ts'
import { openSmtp } from './smtp.ts'

/** Sends mail by SMTP, or writes each message as a file into the outbox. */
export type Mailer = {
  /**
   * Returns once the mail server has accepted the message, or the file is safe on disk. Sending a mail with the same id
   * again repeats its Message-ID, and overwrites its file.
   * @throws MailFailure
   */
  send(mail: Mail, signal?: AbortSignal): Promise<{ messageId: string }>
  /** Connects to the mail server and logs in; absent where messages are files. @throws OperatorError with the remedy */
  ping?: () => Promise<void>
  /** Deletes every file that was written for a person; does nothing where there is none. @throws EngineUnavailable */
  eraseOutbox(subjectId: string): Promise<void>
}

export type MailerOptions = {
  /** `smtp://` or `smtps://`; without it mails are written to files. */
  smtpUrl?: string | undefined
  /**
   * The folder for the files, with one folder per person: `<outboxDir>/<subjectId>/<id>.eml`. Readable by this user
   * alone.
   */
  outboxDir: string
  /** The sender; the domain of its address is that of every Message-ID. */
  from: Mailbox
  log: Log
  /** The timeout for sending one mail by SMTP (30 s). */
  timeoutMs?: number
}

/**
 * Opens no connection yet: a mail server that is down delays mails, never the shop. @throws OperatorError for an
 * unusable URL
 */
export function openMailer(options: MailerOptions): Mailer {
  const { smtpUrl, outboxDir, from, timeoutMs = 30_000 } = options
  const smtp = smtpUrl === undefined ? undefined : openSmtp({ url: smtpUrl, from, timeoutMs })
  const deliver = smtp?.deliver ?? outbox(outboxDir, from)
  options.log.info({ by: smtpUrl === undefined ? 'outbox' : 'smtp' }, 'the mailer is ready')
  return {
    async send(mail, signal = new AbortController().signal) {
      await deliver(mail, signal)
      return { messageId: messageIdOf(mail.id, from) }
    },
    ...(smtp && { ping: smtp.ping }),
    eraseOutbox: async (subjectId) => removeFolder(join(outboxDir, plainName(subjectId))),
  }
}

/** A mail that is written meanwhile makes the folder not empty again, so removing it is retried. */
async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  } catch (error) {
    throw new EngineUnavailable('the outbox', { cause: error })
  }
}

function outbox(folder: string, from: Mailbox): (mail: Mail) => Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const within = folderMaker(folder)
  return async (mail) => {
    const personFolder = join(folder, plainName(mail.subjectId))
    const file = join(personFolder, `${plainName(mail.id)}.eml`)
    const { message } = await composer.sendMail(messageOf(mail, from))
    if (!Buffer.isBuffer(message)) throw new TypeError('the composed message is not a buffer')
    try {
      await within(personFolder, async () => {
        await writeWhole(file, message)
        await syncFolder(personFolder)
      })
    } catch (error) {
      throw new MailFailure('temporary', 'The outbox folder cannot be written', { cause: error })
    }
  }
}

/** Under its name a file is either complete or absent, even after a power cut. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const mostKnownFolders = 10_000

/**
 * Returns a function that runs `write` and creates the folder `path` if it is missing. A folder that this process has
 * created or found is flushed to disk once; an erasure may have removed it since.
 */
function folderMaker(parent: string): (path: string, write: () => Promise<void>) => Promise<void> {
  const safe = new LRUCache<string, true>({ max: mostKnownFolders })
  return async (path, write) => {
    const isWritten = safe.has(path) && (await write().then(() => true, isNoFolder))
    if (isWritten) return
    safe.delete(path)
    await mkdir(path, { recursive: true, mode: 0o700 })
    await syncFolder(parent)
    safe.set(path, true)
    await write()
  }
}

/** Returns false. @throws any other error */
function isNoFolder(error: unknown): false {
  if (codeOf(error) === 'ENOENT') return false
  throw error
}

/** Without this, a power cut may lose the name of a file whose content is safe. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** An id as a file name. Ours are UUIDs; any other form is refused, because it might reach out of the folder. */
function plainName(id: string): string {
  if (!/^[\w-]{1,100}$/.test(id)) throw new RangeError('not an id that can name a file')
  return id
}
