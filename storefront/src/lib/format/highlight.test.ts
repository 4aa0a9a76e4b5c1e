import { describe, expect, it } from 'vitest'
import { highlightParts } from './highlight.ts'

const texts = (highlight: string) => highlightParts(highlight).map(({ text, marked }) => [text, marked])

describe('a highlight', () => {
  it('marks the matches in the text', () => {
    expect(texts('Patient <mark>Mon</mark>itor')).toEqual([
      ['Patient ', false],
      ['Mon', true],
      ['itor', false],
    ])
  })

  it("undoes the server's escaping", () => {
    expect(texts('<mark>A&amp;B</mark> &lt;script&gt; &quot;x&quot; &#39;')).toEqual([
      ['A&B', true],
      [' <script> "x" \'', false],
    ])
  })

  it('treats any other markup as text', () => {
    expect(texts('<img src=x onerror=alert(1)>')).toEqual([['<img src=x onerror=alert(1)>', false]])
  })

  it('gives each part a distinct offset', () => {
    const offsets = highlightParts('<mark>a</mark><mark>a</mark>a').map(({ at }) => at)
    expect(new Set(offsets).size).toBe(3)
  })
})
