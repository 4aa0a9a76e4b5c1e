import { expect, test } from 'vitest'
import { readableData } from './readable-data.ts'

test('a page shows every field of every list by its name, amounts in rupees', () => {
  const page = readableData({
    madeAt: '2026-11-23T10:00:00.000Z',
    account: { name: 'Asha Rao', emailVerified: false, emailVerifiedAt: null },
    serviceRequests: [{ description: 'The alarm stays silent', history: [{ data: { totalPaise: 12_450_000 } }] }],
    carts: [],
  })
  expect(page).toContain('<dt>Name</dt><dd>Asha Rao</dd>')
  expect(page).toContain('<dt>Email verified</dt><dd>No</dd>')
  expect(page).toContain('<dt>Email verified at</dt><dd>–</dd>')
  expect(page).toContain('<h2>Service requests</h2><ol><li><dl><dt>Description</dt><dd>The alarm stays silent</dd>')
  expect(page).toContain('<dt>Total</dt><dd>₹1,24,500')
  expect(page).toContain('<h2>Carts</h2>None')
  expect(page).not.toContain('2026-11-23T10')
})

test('typed text is escaped', () => {
  const page = readableData({ '<b>': [{ '<i>': '<script>alert(1)</script>' }] })
  expect(page).not.toMatch(/<script|<b>|<i>/)
})
