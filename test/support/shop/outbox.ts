import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { header } from '../engines/smtp-server.ts'
import { eventually } from '../eventually.ts'
import type { TestShop } from './shop.ts'

type Outbox = Pick<TestShop, 'dataDir'>

/** The mails written to an account so far, in no particular order. */
export async function mailsOf({ dataDir }: Outbox, accountId: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox', accountId)
  // A mail that is still being written ends in `.tmp`.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

const isVerification = (mail: string) => header(mail, 'Subject') === 'Please confirm your e-mail address'

/** The mails about orders and service requests. */
export async function businessMailsOf(outbox: Outbox, accountId: string): Promise<string[]> {
  return (await mailsOf(outbox, accountId)).filter((mail) => !isVerification(mail))
}

/** The tokens of the verification mails of an account, once there are as many. */
export async function verificationTokensOf(outbox: Outbox, accountId: string, count = 1): Promise<string[]> {
  let tokens: string[] = []
  await eventually(async () => {
    const mails = (await mailsOf(outbox, accountId)).filter(isVerification)
    tokens = mails.flatMap((mail) => /\/verify-email\?token=([\w.-]+)/.exec(decoded(mail))?.[1] ?? [])
    if (tokens.length !== count) throw new Error(`${tokens.length} verification mails instead of ${count}`)
  })
  return tokens
}

/** Without the line breaks and escapes of quoted-printable. */
function decoded(mail: string): string {
  return mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}

/** The mails about orders and service requests by state; `waiting` also counts those that verify addresses. */
export async function businessMailCounts({ call, adminToken }: Pick<TestShop, 'call' | 'adminToken'>) {
  const { body } = await call('GET', '/api/ops/jobs?size=100', { token: adminToken })
  const jobs: { kind: string; state: string }[] = body.content
  const inState = (state: string) => jobs.filter((job) => job.kind !== 'verify-email' && job.state === state).length
  const waiting: number = body.counts.waiting
  return { waiting, held: inState('held'), failed: inState('failed'), done: inState('done') }
}
