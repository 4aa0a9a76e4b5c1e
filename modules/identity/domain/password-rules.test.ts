import { describe, expect, test } from 'vitest'
import { passwordFault } from './password-rules.ts'

describe('a password', () => {
  test.each(['a quiet morning in Pune', 'Test@1234', '🙂🙃😀😎🤖👾🐍🦉', 'sanjeevani of asha rao', 'x7!kQ2#z'])(
    'may be %s',
    (password) => expect(passwordFault(password)).toBeUndefined(),
  )

  test.each([
    'password1',
    'aaaaaaaa',
    'abcd1234',
    'ABCD1234',
    '12345678',
    '87654321',
    'aaaa1111',
    'abcdefgh',
    '🙂🙂🙂🙂🙂🙂🙂🙂',
  ])('is rejected as too common: %s', (password) => expect(passwordFault(password)).toContain('too common'))

  test.each(['sanjeevani', 'Sanjeevani1', 'sanjeevani-medical', 'medical2026'])(
    'cannot be the name of the shop: %s',
    (name) => expect(passwordFault(name)).toContain('too common'),
  )
})
