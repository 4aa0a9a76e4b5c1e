import { expect, test } from 'vitest'
import { withInitials } from './initials.ts'
import { wordsOf } from './words.ts'

const read = (text: string) => withInitials(wordsOf(text), text).map((word) => word.text)

test.each([
  ['E.C.G. machine', ['ecg', 'machine']],
  ['S.S. trolley', ['ss', 'trolley']],
  ['CTG m/c', ['ctg', 'machine']],
  ['O.T', ['ot']],
])('the initials of "%s" are one word', (text, words) => expect(read(text)).toEqual(words))

test.each(['x-ray', 'b12', '1.5 l', 'vitamin a', 'AC/DC', 'inj. NS'])('"%s" has no initials', (text) =>
  expect(read(text)).toEqual(wordsOf(text).map((word) => word.text)),
)

test('initials stand where they were typed', () => {
  const text = 'an I.V. stand'
  const [, { start, end } = { start: 0, end: 0 }] = withInitials(wordsOf(text), text)
  expect(text.slice(start, end)).toBe('I.V')
})
