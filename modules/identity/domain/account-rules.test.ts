import { describe, expect, test } from 'vitest'
import { isEmail, ordered, signupFaults } from './account-rules.ts'

const asha = {
  username: 'asha.rao',
  password: 'a quiet morning in Pune',
  name: 'Asha Rao',
  email: 'asha@cityclinic.in',
  mobileNumber: '9820012345',
}

describe('a signup', () => {
  test('is accepted if every field is valid', () => {
    expect(signupFaults(asha)).toEqual([])
    expect(signupFaults({ ...asha, username: 'asha@cityclinic.in', email: undefined })).toEqual([])
    expect(signupFaults({ ...asha, email: ' asha.rao ' })).toEqual([])
    expect(signupFaults({ ...asha, name: 'आशा राव', password: '🙂🙃😀😎🤖👾🐍🦉' })).toEqual([])
  })

  test.each([
    ['username', { username: 'a' }],
    ['username', { username: 'ashа.rao' }],
    ['username', { username: 'asha rao' }],
    ['username', { username: 'asha.' }],
    ['password', { password: 'short' }],
    ['password', { password: 'password1' }],
    ['password', { password: 'x'.repeat(129) }],
    ['name', { name: 'Asha\r\nBcc: all@shop.in' }],
    ['email', { email: 'asha@clinic.in, other@clinic.in' }],
    ['email', { email: 'asha' }],
    ['email', { email: '"asha"@clinic.in' }],
    ['email', { email: 'asha@clinic.in\r\nBcc: x@y.in' }],
    ['email', { email: `${'a'.repeat(315)}@b.in` }],
    ['mobileNumber', { mobileNumber: '98200\n12345' }],
  ])('is rejected for its %s: %j', (field, change) => {
    expect(signupFaults({ ...asha, ...change }).map((fault) => fault.field)).toEqual([field])
  })
})

describe('an email address', () => {
  test.each(['a@b.in', 'asha.rao+shop@city-clinic.co.in'])('may be %s', (text) => expect(isEmail(text)).toBe(true))
  test.each(['', 'a', 'a@b', 'a@b..in', '(x)a@b.in', 'a@b.in>', 'group:a@b.in;', 'a b@c.in'])('is not %j', (text) =>
    expect(isEmail(text)).toBe(false),
  )
})

test('the most powerful role comes first, and USER is the default', () => {
  expect(ordered(['USER', 'ADMIN'])).toEqual(['ADMIN', 'USER'])
  expect(ordered(['STAFF', 'STAFF'])).toEqual(['STAFF'])
  expect(ordered([])).toEqual(['USER'])
})
