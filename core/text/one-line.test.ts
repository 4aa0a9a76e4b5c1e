import { describe, expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

const kept: [name: string, text: string][] = [
  ['a Marathi word with a joiner', 'दर\u094d\u200dया'],
  ['a Malayalam word with a joiner', 'അവന\u0d4d\u200d'],
  ['a Kannada word with a non-joiner', 'ರಾಜ\u0ccd\u200cಕುಮಾರ್'],
  ['a composed emoji', '👩\u200d⚕\ufe0f'],
]

const replaced: [name: string, text: string][] = [
  ['line breaks', '\r\n\u0085\u2028\u2029'],
  ['controls', '\0\u001b\u007f'],
  ['direction overrides', '\u202e\u2066\u2069\u200f'],
  ['invisible characters', '\u200b\u00ad\ufeff'],
  ['a lone surrogate', '\ud83d'],
  ['a noncharacter', '\uffff'],
]

describe('on one line', () => {
  test.each(kept)('%s is unchanged', (_name, text) => {
    expect(oneLine(text)).toBe(text)
  })

  test.each(replaced)('a space replaces %s', (_name, text) => {
    expect(oneLine(`a${text}b${text}`)).toBe('a b')
  })
})
