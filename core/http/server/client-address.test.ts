import { expect, test } from 'vitest'
import { clientAddressOf, type AddressedRequest } from './client-address.ts'

const from = (remoteAddress: string, forwarded?: string): AddressedRequest => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, counted) => expect(clientAddressOf(from(address), 0)).toBe(counted))

test('ignores addresses that the client itself sent', () => {
  expect(clientAddressOf(from('203.0.113.7', '10.0.0.1'), 0)).toBe('203.0.113.7')
  expect(clientAddressOf(from('10.0.0.1', '198.51.100.9, 203.0.113.7'), 1)).toBe('203.0.113.7')
  expect(clientAddressOf(from('10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2'), 2)).toBe('203.0.113.7')
  expect(clientAddressOf(from('10.0.0.1'), 1)).toBe('10.0.0.1')
})
