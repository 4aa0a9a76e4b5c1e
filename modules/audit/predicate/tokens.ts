import { mistake } from './syntax.ts'

/** A word may be a keyword, a field or a value; a quoted text is always a value. */
export type Token = { kind: 'word' | 'quoted' | 'operator' | 'mark' | 'end'; text: string; at: number }

const pattern =
  /\s+|(?<operator><=|>=|!=|<>|[=<>])|(?<mark>[(),])|'(?<single>(?:[^']|'')*)'|"(?<double>(?:[^"]|"")*)"|(?<word>[\p{L}\p{N}_+@.:/-]+)/uy

/** The tokens of a predicate, ending with one of kind `end`. @throws Rejection naming the column of a mistake */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match === null) throw unexpected(source, at)
    const token = tokenOf(match)
    if (token !== undefined) tokens.push(token)
    at = pattern.lastIndex
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }]
}

function tokenOf({ groups = {}, index: at }: RegExpExecArray): Token | undefined {
  const { operator, mark, word } = groups
  if (operator !== undefined) return { kind: 'operator', text: operator === '<>' ? '!=' : operator, at }
  if (mark !== undefined) return { kind: 'mark', text: mark, at }
  if (word !== undefined) return { kind: 'word', text: word, at }
  const text = quotedText(groups)
  return text === undefined ? undefined : { kind: 'quoted', text, at }
}

/** A quotation mark within a text is written twice. */
function quotedText({ single, double }: Record<string, string>): string | undefined {
  return single === undefined ? double?.replaceAll('""', '"') : single.replaceAll("''", "'")
}

function unexpected(source: string, at: number) {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0)
  if (character === "'" || character === '"') return mistake(at, `the text that begins with ${character} has no end`)
  return mistake(at, `${character} has no meaning here; put texts that contain it in quotation marks`)
}
