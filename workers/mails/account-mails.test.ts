import { expect, test } from 'vitest'
import { mailAbout, mailContract } from '#test/workers/mail-contract.ts'
import { buyerId } from '#test/workers/mail-needs.ts'
import { accountMails } from './account-mails.ts'

const stream = `account-${buyerId}`
const writersOf = (email: string) =>
  accountMails({ verificationOf: (accountId) => Promise.resolve({ accountId, email, token: 'a.b-c.d_e' }) })

mailContract({ stream, subjects: { 'verify-email': 'Please confirm your e-mail address' }, writersOf })

test('the link carries the token, and the subject carries nothing of the person', async () => {
  const { text, subject } = await mailAbout({ kind: 'verify-email', stream, writers: writersOf('asha@clinic.in') })
  expect(text).toContain('https://shop.example/verify-email?token=a.b-c.d_e')
  expect(subject).not.toContain('asha')
})
