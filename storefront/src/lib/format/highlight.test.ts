import { describe, expect, it } from 'vitest'
import { highlightParts } from './highlight.ts'

const texts = (highlight: string) => highlightParts(highlight).map(({ text, marked }) => [text, marked])

describe('a highlight', () => {
  it('is the text with its matches marked', () => {
    expect(texts('Patient <mark>Mon</mark>itor')).toEqual([
      ['Patient ', false],
      ['Mon', true],
      ['itor', false],
    ])
  })

  it('shows what the server escaped as it was typed', () => {
    expect(texts('<mark>A&amp;B</mark> &lt;script&gt; &quot;x&quot; &#39;')).toEqual([
      ['A&B', true],
      [' <script> "x" \'', false],
    ])
  })

  it('takes any other markup for text', () => {
    expect(texts('<img src=x onerror=alert(1)>')).toEqual([['<img src=x onerror=alert(1)>', false]])
  })

  it('gives every part a place of its own', () => {
    const places = highlightParts('<mark>a</mark><mark>a</mark>a').map(({ at }) => at)
    expect(new Set(places).size).toBe(3)
  })
})
