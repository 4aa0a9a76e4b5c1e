import { expect, test } from 'vitest'
import { mailAbout, mailContract } from '#test/workers/mail-contract.ts'
import { buyerId } from '#test/workers/mail-deps.ts'
import { accountMails } from './account-mails.ts'

const stream = `account-${buyerId}`
const token = 'a.b-c.d_e'
const addresses = { oldEmail: 'asha@clinic.in', newEmail: 'asha@clinic.in' }

const linksOf = (username: string) => [
  { username, token },
  { username: 'ward.7', token: 'f-g' },
]

const writersOf = (
  email: string,
  { isFull = false, ...change }: Partial<typeof addresses & { isFull: boolean }> = {},
) =>
  accountMails({
    verificationOf: (accountId) => Promise.resolve({ accountId, email, token }),
    resetMailOf: () =>
      Promise.resolve({ recipientId: buyerId, email: 'asha@clinic.in', links: linksOf(email), isFull }),
    emailChangeOf: (accountId) => Promise.resolve({ accountId, token, ...addresses, ...change }),
  })

mailContract({
  stream,
  subjects: {
    'verify-email': 'Please confirm your email address',
    'confirm-new-email': 'Please confirm your new email address',
    'reset-password': 'Choose a new password',
    'email-change-notice': 'The email address of your account is about to change',
  },
  writersOf,
})

test.each(['verify-email', 'confirm-new-email'])(
  'the link of %s contains the token, and the subject no personal data',
  async (kind) => {
    const { text, subject } = await mailAbout({ kind, stream, writers: writersOf('asha@clinic.in') })
    expect(text).toContain('https://shop.example/verify-email?token=a.b-c.d_e')
    expect(subject).not.toContain('asha')
  },
)

test('for a new email address, it gets the link, and the old one a notice without a token', async () => {
  const writers = writersOf('', { oldEmail: 'asha@old.in', newEmail: 'asha@new.in' })
  const confirm = await mailAbout({ kind: 'confirm-new-email', stream, writers })
  const notice = await mailAbout({ kind: 'email-change-notice', stream, writers })
  expect([confirm.to.address, notice.to.address]).toEqual(['asha@new.in', 'asha@old.in'])
  expect(notice.text).not.toMatch(/token|asha@new/)
})

test('for several accounts with one address, each has its link', async () => {
  const { text } = await mailAbout({ kind: 'reset-password', stream, writers: writersOf('asha') })
  const links = text.matchAll(/Username: (\S+)\s+Choose a new password: \S+reset-password[?]token=(\S+)/g)
  expect([...links].map(([, username, found]) => [username, found])).toEqual([
    ['asha', token],
    ['ward.7', 'f-g'],
  ])
})

test('a mail that cannot list all accounts of the address says how the others get their links', async () => {
  const [whole, full] = await Promise.all(
    [false, true].map((isFull) =>
      mailAbout({ kind: 'reset-password', stream, writers: writersOf('asha', { isFull }) }),
    ),
  )
  expect(whole?.text).not.toContain('at most')
  expect(full?.text).toMatch(/at most 2 accounts. If yours is not among them,\s+please\s+enter its\s+username/)
})
