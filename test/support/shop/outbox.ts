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

const verification = 'Please confirm your email address'

/** The mails about orders and service requests. */
export async function businessMailsOf(outbox: Outbox, accountId: string): Promise<string[]> {
  return (await mailsOf(outbox, accountId)).filter((mail) => header(mail, 'Subject') !== verification)
}

/** The tokens of the verification mails of an account, once there are as many. */
export function verificationTokensOf(outbox: Outbox, accountId: string, count = 1): Promise<string[]> {
  return tokensIn(outbox, { accountId, subject: verification, count })
}

/** The tokens of the links in the mails of an account with this subject, once there are as many mails. */
export async function tokensIn(
  outbox: Outbox,
  { accountId, subject, count = 1 }: { accountId: string; subject: string; count?: number },
): Promise<string[]> {
  let found: string[] = []
  await eventually(async () => {
    found = (await mailsOf(outbox, accountId)).filter((mail) => header(mail, 'Subject') === subject)
    if (found.length !== count) throw new Error(`${found.length} mails "${subject}" instead of ${count}`)
  })
  return found.flatMap((mail) => /[?]token=([\w.-]+)/.exec(decoded(mail))?.[1] ?? [])
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
