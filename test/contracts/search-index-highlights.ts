import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { asking, searchDocument } from '#test/support/projections/search-documents.ts'

/** Texts that a browser must never interpret as markup. */
const attacks = [
  '<script>alert("lantern")</script>',
  '<img src=x onerror=alert(1)> lantern',
  '"><svg/onload=alert(1)> lantern',
  "'-alert(1)-' lantern",
  '</mark><script>lantern</script><mark>',
  '&lt;script&gt; lantern &amp; co',
  '<mark>lantern</mark>',
  'javascript:alert(1) lantern',
  '<!--lantern--><![CDATA[x]]>',
  '{{7*7}} ${7*7} lantern',
  'lantern \u202e\ufeff\u2028 <b>',
]

export function describeHighlights(opened: () => ProductSearchIndex): void {
  async function highlightOf(text: string, id: string) {
    const { hits } = await opened().search(asking({ text }))
    return hits.find(({ document }) => document.id === id)?.highlight
  }

  describe('a highlight', () => {
    test('marks the typed words', async () => {
      expect((await highlightOf('patient monitor', 'vm12'))?.title).toBe(
        'Aarogya VM-12 <mark>Patient</mark> <mark>Monitor</mark>',
      )
    })

    test('marks corrected words, and prefixes at least as far as typed', async () => {
      expect((await highlightOf('ventillator', 'draeger'))?.title).toBe('Dräger <mark>Ventilator</mark>')
      expect((await highlightOf('vent', 'draeger'))?.title).toMatch(/^Dräger <mark>Vent/)
    })

    test('marks nothing for an empty text', async () => {
      expect((await highlightOf('', 'vm12'))?.title).toBe('Aarogya VM-12 Patient Monitor')
    })

    test('shortens a long description to a passage that contains the match', async () => {
      const sentence = 'Made for wards of every size. '
      const description = `${sentence.repeat(40)}Its gimbal is silent. ${sentence.repeat(40)}`
      await opened()
        .live()
        .put([searchDocument('long', { title: 'Long', description })])
      const passage = (await highlightOf('gimbal', 'long'))?.description ?? ''
      expect(passage).toContain('<mark>gimbal</mark>')
      expect(passage.length).toBeLessThan(500)
      expect(description).toContain(textOf(passage).replaceAll('…', ''))
      await opened().live().remove(['long'])
    })
  })

  describe('a highlight of hostile text', () => {
    const documents = attacks.map((attack, index) =>
      searchDocument(`attack-${index}`, { title: attack, description: `About ${attack} and more.` }),
    )

    beforeAll(() => opened().live().put(documents))
    afterAll(() =>
      opened()
        .live()
        .remove(documents.map(({ id }) => id)),
    )

    test.each(['lantern', 'script', 'mark', 'lanterm', 'alert', 'lt', 'amp', 'b', ''])(
      'is nothing but text and marks when "%s" is searched',
      async (text) => {
        const { hits } = await opened().search(asking({ text }))
        for (const { document, highlight } of hits.filter(({ document }) => document.id.startsWith('attack-'))) {
          expect(textOf(highlight.title)).toBe(document.title)
          expect(textOf(highlight.description)).toBe(document.description)
        }
        for (const { document, highlight } of (await opened().suggest({ text, size: 50 })).products)
          expect(textOf(highlight)).toBe(document.title)
      },
    )

    test('is still found', async () => {
      const { hits } = await opened().search(asking({ text: 'lantern' }))
      expect(hits.map(({ document }) => document.id).toSorted()).toEqual(documents.map(({ id }) => id).toSorted())
    })
  })
}

/** The text that a browser shows for a highlight; throws if it holds anything but text and marks. */
function textOf(html: string): string {
  const bare = html.replaceAll(/<mark>([^<]*)<\/mark>/g, '$1')
  if (/[<>"']/.test(bare) || /&(?!(?:amp|lt|gt|quot|#39);)/.test(bare)) throw new Error(`not escaped: ${html}`)
  return bare
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
