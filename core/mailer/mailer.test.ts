import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OperatorError } from '#core/domain/errors.ts'
import { silentLog } from '#core/telemetry/log.ts'
import {
  header,
  startSmtpServer,
  type SmtpFault,
  type SmtpServer,
  type SmtpStage,
} from '#test/support/engines/smtp-server.ts'
import { MailFailure } from './mail-failure.ts'
import { openMailer, type Mailer } from './mailer.ts'
import type { Mail } from './message.ts'

const id = '01940000-0000-7000-8000-000000000001'
const subjectId = '01940000-0000-7000-8000-00000000000a'
const mail: Mail = {
  id,
  subjectId,
  to: { name: 'Asha Rao', address: 'asha@clinic.in' },
  subject: 'Order ORD48210377 received',
  text: 'Total ₹1,24,500.00',
  html: '<p>Total ₹1,24,500.00</p>',
}
const from = { name: 'The shop', address: 'orders@shop.example' }

let outboxDir: string

beforeEach(async () => {
  outboxDir = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox')
})

afterEach(() => rm(join(outboxDir, '..'), { recursive: true, force: true }))

const file = () => join(outboxDir, subjectId, `${id}.eml`)

async function failureOf(sending: Promise<unknown>): Promise<MailFailure> {
  const outcome: unknown = await sending.then(
    () => 'sent',
    (error: unknown) => error,
  )
  if (outcome instanceof MailFailure) return outcome
  throw new Error(`expected a MailFailure, not ${String(outcome)}`)
}

describe('the outbox', () => {
  let mailer: Mailer
  beforeEach(() => {
    mailer = openMailer({ outboxDir, from, log: silentLog })
  })

  test('contains one complete message per file, readable by its owner only', async () => {
    await mailer.send(mail)
    expect(await readdir(join(outboxDir, subjectId))).toEqual([`${id}.eml`])
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    const raw = await readFile(file(), 'utf8')
    expect(header(raw, 'Message-ID')).toBe(`<${id}@shop.example>`)
    expect(header(raw, 'To')).toBe('Asha Rao <asha@clinic.in>')
    expect(header(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(raw).toContain('multipart/alternative')
  })

  test('keeps names in Indian scripts as typed, including joiners', async () => {
    const name = 'दर\u094d\u200dया'
    await mailer.send({ ...mail, to: { ...mail.to, name } })
    const [, word = ''] =
      /^=\?UTF-8\?B\?(.*)\?= <asha@clinic\.in>$/.exec(header(await readFile(file(), 'utf8'), 'To')) ?? []
    expect(Buffer.from(word, 'base64').toString()).toBe(name)
  })

  test('has no server that could answer', () => expect(mailer.ping).toBeUndefined())

  test('contains a mail once, however often it is sent', async () => {
    await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send({ ...mail, subject: 'again' })])
    expect(await readdir(join(outboxDir, subjectId))).toEqual([`${id}.eml`])
  })

  test('replaces a partial message by a whole one, without writing into the existing file', async () => {
    await mailer.send(mail)
    await truncate(file(), 300)
    const half = await open(file())
    await mailer.send(mail)
    expect((await half.stat()).size).toBe(300)
    await half.close()
    expect(await readFile(file(), 'utf8')).toMatch(/^Auto-Submitted: [^]+--\r\n$/)
    expect(await readdir(join(outboxDir, subjectId))).toEqual([`${id}.eml`])
  })

  test('erases everything about a person, any number of times', async () => {
    await mailer.send(mail)
    await mailer.send({ ...mail, subjectId: 'somebody-else' })
    await mailer.eraseOutbox(subjectId)
    await mailer.eraseOutbox(subjectId)
    expect(await readdir(outboxDir)).toEqual(['somebody-else'])
  })

  test('erases the mails of a person while more are being written', async () => {
    const sends: Promise<unknown>[] = []
    for (let round = 0; round < 40; round++) {
      for (let i = 0; i < 5; i++)
        sends.push(mailer.send({ ...mail, id: `${round}-${i}` }).catch((error: unknown) => error))
      await mailer.eraseOutbox(subjectId)
    }
    await Promise.all(sends)
    await mailer.eraseOutbox(subjectId)
    expect(await readdir(outboxDir)).toEqual([])
  })

  test('makes the folder of a person again that was erased since', async () => {
    await mailer.send(mail)
    await mailer.eraseOutbox(subjectId)
    await mailer.send({ ...mail, id: 'another' })
    expect(await readdir(join(outboxDir, subjectId))).toEqual(['another.eml'])
  })

  test.each(['../elsewhere', 'a/b', '', '..', 'x'.repeat(101)])(
    'refuses an id that could name a path: %s',
    async (bad) => {
      await expect(mailer.send({ ...mail, id: bad })).rejects.toThrow(RangeError)
      await expect(mailer.send({ ...mail, subjectId: bad })).rejects.toThrow(RangeError)
      await expect(mailer.eraseOutbox(bad)).rejects.toThrow(RangeError)
    },
  )

  test('delays the mail if it cannot be written', async () => {
    await mkdir(file(), { recursive: true })
    expect((await failureOf(mailer.send(mail))).kind).toBe('temporary')
    expect(await readdir(join(outboxDir, subjectId))).toEqual([`${id}.eml`])
  })

  test('writes no header that is injected by a name or a subject', async () => {
    const name = 'Asha\r\nBcc: evil@example.com\r\n'
    await mailer.send({ ...mail, subject: `Hello\r\nX-Evil: 1`, to: { name, address: 'asha@clinic.in' } })
    const raw = await readFile(file(), 'utf8')
    expect(header(raw, 'Bcc')).toBe('')
    expect(header(raw, 'X-Evil')).toBe('')
    expect(header(raw, 'To')).toContain('<asha@clinic.in>')
  })
})

describe('by SMTP', () => {
  let server: SmtpServer
  let mailer: Mailer

  beforeEach(async () => {
    server = await startSmtpServer()
    mailer = openMailer({ smtpUrl: server.url, outboxDir, from, log: silentLog })
  })

  afterEach(() => server.close())

  test('a mail arrives once, with the Message-ID derived from its id', async () => {
    await mailer.send(mail)
    expect(server.received).toMatchObject([
      { from: from.address, to: mail.to.address, messageId: `<${id}@shop.example>`, subject: mail.subject },
    ])
  })

  const faults: [SmtpStage, SmtpFault, 'temporary' | 'permanent'][] = [
    ['greeting', '421 busy', 'temporary'],
    ['greeting', '554 go away', 'temporary'],
    ['greeting', 'drop', 'temporary'],
    ['greeting', 'stall', 'temporary'],
    ['ehlo', 'stall', 'temporary'],
    ['mail', '451 later', 'temporary'],
    ['mail', '550 not from you', 'permanent'],
    ['rcpt', '450 mailbox busy', 'temporary'],
    ['rcpt', '550 no such user', 'permanent'],
    ['rcpt', 'stall', 'temporary'],
    ['data', '451 later', 'temporary'],
    ['data', '554 no', 'permanent'],
    ['message', 'stall', 'temporary'],
    ['message', 'drop', 'temporary'],
    ['accepted', '452 full', 'temporary'],
    ['accepted', '552 too big', 'permanent'],
    ['accepted', 'stall', 'temporary'],
    ['accepted', 'drop', 'temporary'],
  ]

  test.each(faults)('%s answered with %s is a %s failure', async (stage, fault, kind) => {
    server.fault(stage, fault)
    const timeoutMs = fault === 'stall' ? 300 : 10_000
    const one = openMailer({ smtpUrl: server.url, outboxDir, from, log: silentLog, timeoutMs })
    const failure = await failureOf(one.send(mail))
    expect(failure.kind).toBe(kind)
    expect(`${failure.message} ${String(failure.cause)}`).not.toContain('asha')
  })

  test('an unreachable server delays the mail', async () => {
    await server.close()
    expect((await failureOf(mailer.send(mail))).kind).toBe('temporary')
    server = await startSmtpServer()
  })

  test('sending ends when it is aborted', async () => {
    server.fault('rcpt', 'stall')
    const slow = openMailer({ smtpUrl: server.url, outboxDir, from, log: silentLog, timeoutMs: 60_000 })
    const stop = new AbortController()
    const sending = failureOf(slow.send(mail, stop.signal))
    while (server.reached.rcpt === 0) await new Promise(setImmediate)
    stop.abort()
    expect((await sending).kind).toBe('temporary')
  })

  test.each(['asha', 'a@b@c.in', 'asha@clinic.in>, <evil@example.com', 'asha@clinic.in, evil@example.com', 'g: a@b;'])(
    'sends nothing to anything but one plain address: %s',
    async (address) => {
      const failure = await failureOf(mailer.send({ ...mail, to: { name: 'Asha', address } }))
      expect(failure.kind).toBe('permanent')
      expect(server.reached.greeting).toBe(0)
    },
  )

  test('answers a ping, without a mail', async () => {
    await mailer.ping?.()
    expect(server.reached).toMatchObject({ greeting: 1, mail: 0 })
  })

  const refusals: [SmtpStage, SmtpFault, RegExp][] = [
    ['greeting', '554 go away, asha', /^The mail server refuses the connection \(\w+, 554\)$/],
    ['greeting', 'drop', /^The mail server does not answer \(\w+\)$/],
    ['greeting', 'stall', /^The mail server does not answer \(ETIMEDOUT\)$/],
    ['auth', '535 not you, asha', /^The mail server refuses the login \(EAUTH, 535\)$/],
  ]

  test.each(refusals)('%s answered with %s is the reason for a failed ping', async (stage, fault, reason) => {
    server.fault(stage, fault)
    const smtpUrl = server.url.replace('//', '//asha:secret@')
    const one = openMailer({ smtpUrl, outboxDir, from, log: silentLog, timeoutMs: 500 })
    await expect(one.ping?.()).rejects.toThrow(reason)
  })

  test.each(['localhost:25', 'http://mail.example', 'mail.example'])('refuses %s as a mail server', (smtpUrl) => {
    expect(() => openMailer({ smtpUrl, outboxDir, from, log: silentLog })).toThrow(OperatorError)
  })
})
