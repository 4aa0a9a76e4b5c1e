import { describe, expect, test } from 'vitest'
import { isBlank } from './blank.ts'

const invisible: [name: string, text: string][] = [
  ['no characters', ''],
  ['white space', ' \t\r\n\u00a0\u2003\u3000'],
  ['controls', '\u0000\u007f\u0085'],
  ['zero-width space, joiner and non-joiner', '\u200b\u200c\u200d'],
  ['the word joiner', '\u2060'],
  ['the byte order mark', '\ufeff'],
  ['the soft hyphen', '\u00ad'],
  ['the Mongolian vowel separator', '\u180e'],
  ['direction marks', '\u200e\u200f\u202a\u202e\u2066\u2069'],
  ['Hangul fillers', '\u115f\u3164\uffa0'],
  ['variation selectors and tags', '\ufe0f\u{e0020}\u{e0100}'],
  ['the empty Braille cell', '\u2800'],
]

const shown: [name: string, text: string][] = [
  ['one letter among them', '\u200b a\u00a0'],
  ['Hindi with a non-joiner', 'क्\u200cष'],
  ['a family joined into one', '👩\u200d👩\u200d👧'],
  ['a heart in colour', '❤\ufe0f'],
  ['a mark without its letter', '\u0301'],
]

describe('a text', () => {
  test.each(invisible)('of %s is blank', (_name, text) => {
    expect(isBlank(text)).toBe(true)
  })

  test.each(shown)('with %s is not', (_name, text) => {
    expect(isBlank(text)).toBe(false)
  })
})
