import { expect, test } from 'vitest'
import { hasAllDigits, mobileAdvice } from './mobile-advice.ts'

test.each([
  '',
  '  ',
  '9820012345',
  '+91 98200 12345',
  '0091-98200-12345',
  '919820012345',
  '09820012345',
  '020 2612 3456',
])('there is no advice about "%s"', (text) => expect(mobileAdvice(text)).toBeUndefined())

test.each(['98200', '12345', '1820012345', '98200123456', '+44 20 7946 0958', '9999999999', 'at the gate'])(
  'there is advice about "%s"',
  (text) => expect(mobileAdvice(text)).toMatch(/please check/),
)

test('a number has all digits once it has ten, whatever precedes them', () => {
  const numbers = ['1820012345', '98200123456', '+91 18200 12345', '01820012345', '982001234', '+91 98200 123']
  expect(numbers.map(hasAllDigits)).toEqual([true, true, true, true, false, false])
})
