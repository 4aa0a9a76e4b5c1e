import { singular } from './singular.ts'
import { spellingsOf, type Spelling } from './words.ts'

/** What a search found: whole words (corrected ones too), and beginnings of words. Folded, as `words.ts` gives them. */
export type Found = { words: ReadonlySet<string>; beginnings: readonly string[] }

export const nothingFound: Found = { words: new Set(), beginnings: [] }

/** HTML that shows `text` as it is, with the found words in `<mark>`. */
export function highlight(text: string, found: Found): string {
  return markup(text, [...matches(text, found)])
}

const passageLength = 220
/** How much of a passage stands before its first match. */
const leadLength = 60
/** Beyond this nobody looks for the first match in a description. */
const searchedLength = 4_000

/** The same for a passage of readable length around the first match, or the beginning where there is none. */
export function highlightPassage(text: string, found: Found): string {
  const [first] = matches(text.slice(0, searchedLength), found)
  const start = first === undefined || first.end <= passageLength ? 0 : passageStart(text, first.start)
  const end = passageEnd(text, Math.max(start + passageLength, first?.end ?? 0))
  const passage = text.slice(start, end)
  return `${start > 0 ? '…' : ''}${highlight(passage, found)}${end < text.length ? '…' : ''}`
}

/** Right after a space before the match, best after the end of a sentence. */
function passageStart(text: string, match: number): number {
  const from = Math.max(0, match - leadLength)
  const lead = text.slice(from, match)
  const sentence = /.*[.!?।\n]\s+/su.exec(lead)
  const space = /\s+/u.exec(lead)
  if (sentence) return from + sentence[0].length
  return space ? from + space.index + space[0].length : wholeLetter(text, from)
}

/** At a space near the wished-for end, if there is one; never inside a letter. */
function passageEnd(text: string, wished: number): number {
  if (wished >= text.length) return text.length
  const near = text.slice(wished - leadLength, wished + 1)
  const space = /\s+\S*$/u.exec(near)
  return space ? wished - leadLength + space.index : wholeLetter(text, wished)
}

/** Steps back from the middle of a surrogate pair, or from a mark to the letter that carries it. */
function wholeLetter(text: string, at: number): number {
  let place = at
  while (place > 0 && at - place < leadLength && /^[\udc00-\udfff\p{M}\u200d]/u.test(text.slice(place))) place--
  return place
}

function* matches(text: string, found: Found): Generator<Spelling> {
  if (found.words.size === 0 && found.beginnings.length === 0) return
  for (const spelling of spellingsOf(text)) {
    if (isFound(spelling.text, found)) yield spelling
  }
}

function isFound(word: string, { words, beginnings }: Found): boolean {
  return words.has(word) || words.has(singular(word)) || beginnings.some((beginning) => word.startsWith(beginning))
}

/** Matches may lie within each other (`8000` in `CMS-8000`): what touches becomes one mark. */
function markup(text: string, spans: Spelling[]): string {
  let html = ''
  let written = 0
  let open: { start: number; end: number } | undefined
  const close = () => {
    if (open === undefined) return
    html += `${escapeHtml(text.slice(written, open.start))}<mark>${escapeHtml(text.slice(open.start, open.end))}</mark>`
    written = open.end
  }
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    if (open !== undefined && start <= open.end) {
      open.end = Math.max(open.end, end)
    } else {
      close()
      open = { start, end }
    }
  }
  close()
  return html + escapeHtml(text.slice(written))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
