import { escapeHtml } from '#core/text/html.ts'
import { singular } from './singular.ts'
import { piecesOf, spellingsOf } from './words.ts'

/** The words (including corrected ones) and the prefixes that a search matched, folded as in `words.ts`. */
export type Found = { words: ReadonlySet<string>; beginnings: readonly string[] }

export const nothingFound: Found = { words: new Set(), beginnings: [] }

export type Highlighter = {
  /** The text as HTML, with the matched words in `<mark>`. */
  whole(text: string): string
  /** The same for a passage of readable length around the first match, or from the start if there is none. */
  passage(text: string): string
}

const passageLength = 220
/** The maximum length of the text before the first match. */
const leadLength = 60
/** The first match is searched for only in this many characters. */
const searchedLength = 4_000

type Span = { start: number; end: number }

/** Highlights the matches of one search. The texts of a catalogue repeat their words, so results are cached by word. */
export function highlighter(found: Found): Highlighter {
  const known = new Map<string, readonly Span[]>()

  function matchesIn(piece: string): readonly Span[] {
    const before = known.get(piece)
    if (before !== undefined) return before
    const spans = Array.from(spellingsOf(piece)).filter(({ text }) => isFound(text, found))
    known.set(piece, spans)
    return spans
  }

  function* matches(text: string): Generator<Span> {
    if (found.words.size === 0 && found.beginnings.length === 0) return
    for (const piece of piecesOf(text)) {
      for (const { start, end } of matchesIn(piece.text)) yield { start: piece.start + start, end: piece.start + end }
    }
  }

  const whole = (text: string) => markup(text, [...matches(text)])

  return {
    whole,
    passage(text) {
      const [first] = matches(text.slice(0, searchedLength))
      const start = first === undefined || first.end <= passageLength ? 0 : passageStart(text, first.start)
      const end = passageEnd(text, Math.max(start + passageLength, first?.end ?? 0))
      return `${start > 0 ? '…' : ''}${whole(text.slice(start, end))}${end < text.length ? '…' : ''}`
    },
  }
}

/** Just after the end of a sentence before the match; failing that, after a space. */
function passageStart(text: string, match: number): number {
  const from = Math.max(0, match - leadLength)
  const lead = text.slice(from, match)
  const sentence = /.*[.!?।\n]\s+/su.exec(lead)
  const space = /\s+/u.exec(lead)
  if (sentence) return from + sentence[0].length
  return space ? from + space.index + space[0].length : wholeLetter(text, from)
}

/** At a space near the wanted end if there is one; never inside a letter. */
function passageEnd(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length
  const near = text.slice(wanted - leadLength, wanted + 1)
  const space = /\s+\S*$/u.exec(near)
  return space ? wanted - leadLength + space.index : wholeLetter(text, wanted)
}

/** Steps back from the middle of a surrogate pair, or from a combining mark to its base letter. */
function wholeLetter(text: string, at: number): number {
  let place = at
  while (place > 0 && at - place < leadLength && /^[\udc00-\udfff\p{M}\u200d]/u.test(text.slice(place))) place--
  return place
}

function isFound(word: string, { words, beginnings }: Found): boolean {
  return words.has(word) || words.has(singular(word)) || beginnings.some((beginning) => word.startsWith(beginning))
}

/** Matches may overlap (`8000` in `CMS-8000`): overlapping and adjacent matches become one mark. */
function markup(text: string, spans: Span[]): string {
  let html = ''
  let written = 0
  let open: Span | undefined
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
