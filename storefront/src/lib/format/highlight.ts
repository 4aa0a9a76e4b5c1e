/** A part of a text at the offset `at`, in characters; `marked` if it matches the search. */
export type HighlightPart = { text: string; marked: boolean; at: number }

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
}

/**
 * Splits a highlight of the API (matched words in `<mark>`, everything else escaped) into plain texts, so that it is
 * never parsed as HTML.
 */
export function highlightParts(highlight: string): HighlightPart[] {
  let at = 0
  return highlight
    .split(/(<mark>.*?<\/mark>)/s)
    .filter((part) => part !== '')
    .map((part) => {
      const marked = part.startsWith('<mark>') && part.endsWith('</mark>')
      const text = unescaped(marked ? part.slice('<mark>'.length, -'</mark>'.length) : part)
      const start = at
      at += text.length
      return { text, marked, at: start }
    })
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity] ?? entity)
}
