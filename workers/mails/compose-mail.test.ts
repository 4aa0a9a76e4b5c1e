import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allManifests } from '#modules/shop/manifests.ts'
import { buyerId, mailData, shop } from '#test/workers/mail-deps.ts'
import { composeMail, mailWriters, type MailData, type MailedModules } from './compose-mail.ts'

test('composes no mail for a deleted account, an account without an address, or an unknown kind', async () => {
  const data: MailData = { ...mailData, account: () => Promise.resolve(undefined) }
  const about = { id: 'n1', stream: 'order-ORD48210377', revision: 0 }
  expect(await composeMail({ ...about, kind: 'order-placed' }, { data, shop })).toEqual({
    reason: 'The account no longer exists',
    goneId: buyerId,
  })
  const unreachable = { ...data, account: () => Promise.resolve({ name: 'Meera', email: undefined }) }
  expect(await composeMail({ ...about, kind: 'order-placed' }, { data: unreachable, shop })).toEqual({
    reason: 'The account has no email address',
  })
  await expect(composeMail({ ...about, kind: 'toString' }, { data, shop })).rejects.toThrow('toString')
})

/** Modules that are not called until a mail is composed. */
function noModules(): MailedModules
function noModules(): unknown {
  return new Proxy({}, { get: () => ({}) })
}

test('every mail writer belongs to a kind of mail in a manifest', () => {
  const declared = allManifests.flatMap(({ mails, requestedMails = [] }) => [
    ...Object.values(mails),
    ...requestedMails,
  ])
  expect(Object.keys(mailWriters(noModules())).toSorted()).toEqual(declared.toSorted())
})

test('the mails of every module are tested against the mail contract', async () => {
  const files = await readdir(import.meta.dirname)
  const modules = files.filter((file) => file.endsWith('-mails.ts'))
  expect(modules).toContain('order-mails.ts')
  for (const file of modules) {
    const tests = await readFile(join(import.meta.dirname, file.replace('.ts', '.test.ts')), 'utf8')
    expect(tests).toContain('mailContract({')
  }
})
