import { expect, test } from 'vitest'
import { greetingName } from './greeting-name.ts'

test.each([
  'Asha Rao',
  'Dr. A.P.J. Abdul Kalam',
  'Dr.Rao',
  'दर\u094d\u200dया',
  "Anne-Marie O'Neil",
  'Messrs. Rao & Sons',
])('greets %s by name', (name) => expect(greetingName(name)).toBe(name))

test.each(['Win at https://evil.example/x', 'www.evil.example', 'visit evil.com now', 'a@b.in', 'evil.in/free', '  '])(
  'greets as a customer who calls themselves "%s"',
  (name) => expect(greetingName(name)).toBe('customer'),
)

test('shortens a long name to one line', () => {
  const name = greetingName(`Asha\r\nRao ${'🩺'.repeat(100)}`)
  expect(name).toMatch(/^Asha Rao 🩺+…$/u)
  expect(Array.from(name)).toHaveLength(61)
})
