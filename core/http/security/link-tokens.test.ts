import { describe, expect, test } from 'vitest'
import { createLinkTokens } from './link-tokens.ts'

const secret = new Uint8Array(32).fill(7)
const at = Date.UTC(2026, 10, 23)
const options = { secret, purpose: 'verify-email', lifetimeSeconds: 60, clock: () => at }
const subject = { accountId: 'a1', boundTo: 'asha@clinic.in' }

describe('a token of a link', () => {
  test('names its account, is valid for its account and text, and does not contain the text', async () => {
    const tokens = createLinkTokens(options)
    const token = await tokens.issue(subject)
    expect(tokens.accountOf(token)).toBe('a1')
    expect(await tokens.verify(token, subject)).toBe(true)
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain('clinic')
  })

  test.each([
    ['another account', { accountId: 'a2', boundTo: 'asha@clinic.in' }, {}],
    ['another text', { accountId: 'a1', boundTo: 'meera@clinic.in' }, {}],
    ['another purpose', subject, { purpose: 'reset-password' }],
    ['another secret', subject, { secret: new Uint8Array(32).fill(8) }],
    ['after its time', subject, { clock: () => at + 61_000 }],
  ])('is not valid for %s', async (_, other, changes) => {
    const token = await createLinkTokens(options).issue(subject)
    expect(await createLinkTokens({ ...options, ...changes }).verify(token, other)).toBe(false)
  })

  test.each(['', 'x', 'a.b.c', '..', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhMSJ9.'])('%j is not a token', async (text) => {
    expect(await createLinkTokens(options).verify(text, subject)).toBe(false)
  })

  test('names no account that the database would reject', async () => {
    const tokens = createLinkTokens(options)
    expect(tokens.accountOf(await tokens.issue({ accountId: 'a\u0000b', boundTo: '' }))).toBeUndefined()
  })
})
