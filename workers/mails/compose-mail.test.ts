import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allManifests } from '#modules/shop/manifests.ts'
import { buyerId, mailData, shop } from '#test/workers/mail-needs.ts'
import { composeMail, mailWriters, type MailData, type MailedModules } from './compose-mail.ts'

test('there is no mail for an account that is gone or has no address, and none of a kind that nobody knows', async () => {
  const data: MailData = { ...mailData, account: () => Promise.resolve(undefined) }
  const about = { id: 'n1', stream: 'order-ORD48210377', revision: 0 }
  expect(await composeMail({ ...about, kind: 'order-placed' }, { data, shop })).toEqual({
    reason: 'The account no longer exists',
    goneId: buyerId,
  })
  const unreachable = { ...data, account: () => Promise.resolve({ name: 'Meera', email: undefined }) }
  expect(await composeMail({ ...about, kind: 'order-placed' }, { data: unreachable, shop })).toEqual({
    reason: 'The account has no e-mail address',
  })
  await expect(composeMail({ ...about, kind: 'toString' }, { data, shop })).rejects.toThrow('toString')
})

/** Nothing is asked of them until a mail is written. */
function noModules(): MailedModules
function noModules(): unknown {
  return new Proxy({}, { get: () => ({}) })
}

test('each kind of mail that somebody writes is asked for by a manifest', () => {
  const asked = allManifests.flatMap(({ mails }) => Object.values(mails))
  expect(Object.keys(mailWriters(noModules())).toSorted()).toEqual(asked.toSorted())
})

test('the mails of every module keep what every mail promises', async () => {
  const files = await readdir(import.meta.dirname)
  const modules = files.filter((file) => file.endsWith('-mails.ts'))
  expect(modules).toContain('order-mails.ts')
  for (const file of modules) {
    const tests = await readFile(join(import.meta.dirname, file.replace('.ts', '.test.ts')), 'utf8')
    expect(tests).toContain('mailContract({')
  }
})
