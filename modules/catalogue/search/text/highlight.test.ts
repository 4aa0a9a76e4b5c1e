import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlighter, nothingFound, type Found } from './highlight.ts'

const found = (words: string[], beginnings: string[] = []): Found => ({ words: new Set(words), beginnings })
const highlight = (text: string, what: Found) => highlighter(what).whole(text)
const highlightPassage = (text: string, what: Found) => highlighter(what).passage(text)

describe('a highlight', () => {
  test('marks matched words in singular and plural', () =>
    expect(highlight('Monitors & a monitor', found(['monitor']))).toBe(
      '<mark>Monitors</mark> &amp; a <mark>monitor</mark>',
    ))

  test('marks words that begin with the typed prefix', () =>
    expect(highlight('Ventilator tubing', found([], ['vent']))).toBe('<mark>Ventilator</mark> tubing'))

  test('marks a word as written, although the index holds its folded form', () =>
    expect(highlight('Dräger – मॉनिटर', found(['drager', 'मॉनिटर']))).toBe('<mark>Dräger</mark> – <mark>मॉनिटर</mark>'))

  test('marks a model number once, whole or in part', () => {
    expect(highlight('the CMS-8000.', found(['cms8000', '8000']))).toBe('the <mark>CMS-8000</mark>.')
    expect(highlight('the CMS8000.', found(['8000']))).toBe('the CMS<mark>8000</mark>.')
  })

  test('escapes the text', () =>
    expect(highlight(`<img src=x onerror="alert('pump')">`, found(['pump', 'img']))).toBe(
      '&lt;<mark>img</mark> src=x onerror=&quot;alert(&#39;<mark>pump</mark>&#39;)&quot;&gt;',
    ))

  test('shows any text unchanged, with no markup but marks', () => {
    const markup = fc.constantFrom('<mark>', '</mark>', '<script>', '&amp;', '&', '"', "'", '<', '>', 'pump', ' ', '\0')
    const texts = fc.array(fc.oneof(markup, fc.string({ unit: 'binary' })), { maxLength: 30 })
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('')
        const html = highlight(text, found(['pump', 'mark', 'script'], ['a']))
        expect(textOf(html)).toBe(text)
        expect(html.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']/)
      }),
    )
  })
})

describe('a passage', () => {
  const filler = 'Suited to wards of every size, day and night. '
  const long = `${filler.repeat(8)}With lithium battery for two hours. ${filler.repeat(8)}`

  test('is the whole of a short text', () => expect(highlightPassage('Short.', nothingFound)).toBe('Short.'))

  test('begins with the sentence of the first match and ends between words', () => {
    const html = highlightPassage(long, found(['lithium']))
    expect(html).toMatch(/^…With <mark>lithium<\/mark> battery/)
    expect(html).toMatch(/[\w.]…$/)
    expect(textOf(html).length).toBeLessThan(240)
  })

  test('begins at the start of the text if nothing matches', () =>
    expect(highlightPassage(long, nothingFound)).toMatch(/^Suited to .*…$/))

  test('is a short part of the text and never splits a letter', () => {
    const unit = fc.oneof(fc.constantFrom('pump ', '🩺', 'कि', '<b>', '. ', 'क़्ष'), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 400 }), (parts) => {
        const text = parts.join('')
        const passage = textOf(highlightPassage(text, found(['pump']))).replaceAll(/^…|…$/g, '')
        expect(text.replaceAll('…', '')).toContain(passage.replaceAll('…', ''))
        expect(passage.length).toBeLessThan(360)
        expect(passage.isWellFormed()).toBe(true)
      }),
    )
  })

  test('takes bounded time for text without spaces', () =>
    expect(highlightPassage('a'.repeat(200_000), found(['pump'])).length).toBeLessThan(300))
})

/** The text that a browser shows. */
function textOf(html: string): string {
  return html
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
