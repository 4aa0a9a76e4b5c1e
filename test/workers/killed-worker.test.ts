import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SmtpStage } from '../support/engines/smtp-server.ts'
import { eventually } from '../support/eventually.ts'
import { openMailShop, type MailShop } from './mail-shop.ts'

let mails: MailShop
let worker: ChildProcess | undefined

beforeEach(async () => {
  mails = await openMailShop()
})

afterEach(async () => {
  await kill()
  await mails.close()
})

function startProcess(script = new URL('./mail-worker.ts', import.meta.url)): ChildProcess {
  const options = [fileURLToPath(script), mails.databaseUrl, mails.smtp.url, mails.outboxDir]
  worker = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  return worker
}

async function kill(): Promise<void> {
  if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/**
 * At each stage the dialogue stalls, the worker is killed, and another one takes over. No mail is lost. One is sent twice only
 * if its worker dies after the server has accepted it and before that is recorded; the copies have the same Message-ID.
 */
const stages: [SmtpStage, copies: number][] = [
  ['greeting', 1],
  ['rcpt', 1],
  ['data', 1],
  ['message', 1],
  ['accepted', 2],
]

test.each(stages)(
  'a worker killed at the stage %s of a dialogue leaves %i copies of one mail',
  async (stage, copies) => {
    mails.smtp.fault(stage, 'stall')
    const id = await mails.notify()
    startProcess()
    await eventually(() => expect(mails.smtp.reached[stage]).toBe(1), 60_000)
    await kill()
    mails.smtp.fault(stage, undefined)
    mails.startWorkers()
    await eventually(async () => expect((await mails.row(id)).status).toBe('sent'), 60_000)
    expect(mails.smtp.received.map((mail) => mail.messageId)).toEqual(Array(copies).fill(`<${id}@shop.example>`))
  },
)

test('a worker whose event loop stalls loses its mail to another one, and sends nothing when it resumes', async () => {
  const id = await mails.notify()
  const stalled = startProcess(new URL('./stalled-worker.ts', import.meta.url))
  const ended = once(stalled, 'exit')
  if (stalled.stdout === null) throw new Error('no output')
  await once(stalled.stdout, 'data')
  mails.startWorkers()
  await eventually(async () => expect((await mails.row(id)).status).toBe('sent'), 60_000)
  stalled.kill('SIGCONT')
  await ended
  expect(mails.smtp.received.map((mail) => mail.messageId)).toEqual([`<${id}@shop.example>`])
  expect(await mails.row(id)).toMatchObject({ status: 'sent', attempts: 2 })
})
