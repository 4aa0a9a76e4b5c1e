/** A searchable part of a text: folded, with its position in the source. */
export type Spelling = {
  /** Lower case, without accents: letters, digits and, inside a number, one point. */
  text: string
  start: number
  end: number
  /** The number of words before it; the parts of `CMS8000` count as two. */
  position: number
}

/** Keeps whole: numbers with thousands or decimals, and runs of letters, vowel signs and digits of any script. */
const word = String.raw`(?:\d{1,3}(?:,\d{2,3}){0,5},\d{3}(?![\d,.])|\d+\.\d+(?![\d.])|[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*(?:['’]\p{L}[\p{L}\p{M}]*)?)`
const wordPattern = new RegExp(word, 'gu')

/** Words that are adjacent or joined by one punctuation character: `CMS-8000`, `X-ray`, `AC/DC`, `12.5mm`. */
const chunkPattern = new RegExp(String.raw`${word}(?:[-‐‑/._]?${word})*`, 'gu')

const plainWord = /^[A-Za-z]{1,60}$/

const maxWordLength = 60

/** The words of a text, in order. */
export function wordsOf(text: string): Spelling[] {
  return Array.from(chunksOf(text)).flat()
}

/**
 * Every spelling by which a text is found: its words, the parts of words that mix letters and digits, and compounds as
 * one word, so that `xray`, `x-ray` and `x ray`, or `CMS8000`, `CMS-8000` and `CMS 8000`, match each other.
 */
export function* spellingsOf(text: string): Generator<Spelling> {
  for (const chunk of chunksOf(text)) {
    yield* chunk
    for (const word of chunk) yield* partsOf(word)
    const compound = chunk.length > 1 ? compoundOf(chunk) : undefined
    if (compound !== undefined) yield compound
  }
}

/** Splits a text into pieces whose spellings, in order, are the spellings of the text. */
export function* piecesOf(text: string): Generator<{ text: string; start: number }> {
  for (const match of text.matchAll(chunkPattern)) yield { text: match[0], start: match.index }
}

/** `cms8000` → `cms`, `8000`; empty if a word is all letters or all digits. */
export function partsOf(word: Spelling): Spelling[] {
  if (!hasDigit(word.text)) return []
  const parts = word.text.match(/\d+(?:\.\d+)?|[^\d.]+/g) ?? []
  if (parts.length < 2) return []
  const isVerbatim = word.text.length === word.end - word.start
  let offset = word.start
  return parts.map((text, index) => {
    const start = isVerbatim ? offset : word.start
    const end = isVerbatim ? offset + text.length : word.end
    offset = end
    return { text, start, end, position: word.position + index }
  })
}

export function hasDigit(word: string): boolean {
  return /\d/.test(word)
}

/** Removes case, accents, width and compatibility forms; keeps the vowel signs of Indian scripts. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replaceAll(/[\u0300-\u036f\u200c\u200d]/g, '')
  return bare
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => plainLetters[letter] ?? letter)
}

const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

function* chunksOf(text: string): Generator<Spelling[]> {
  let position = 0
  for (const { text: raw, start } of piecesOf(text)) {
    const chunk = plainWord.test(raw)
      ? [{ text: raw.toLowerCase(), start, end: start + raw.length, position }]
      : wordsOfChunk(raw, start, position)
    if (chunk.length > 0) yield chunk
    position += chunk.reduce((count, word) => count + Math.max(1, partsOf(word).length), 0)
  }
}

function wordsOfChunk(raw: string, offset: number, firstPosition: number): Spelling[] {
  let position = firstPosition
  const words = Array.from(raw.matchAll(wordPattern), ({ 0: word, index }) => {
    const start = offset + index
    const spelling = { text: foldWord(word), start, end: start + word.length, position }
    position += Math.max(1, partsOf(spelling).length)
    return spelling
  })
  return words.filter(({ text }) => text !== '')
}

function foldWord(word: string): string {
  const plain = word
    .replace(/['’]s$/i, '')
    .replaceAll(/['’,]/g, '')
    .slice(0, maxWordLength)
  const folded = fold(plain)
  // A compatibility form may hold punctuation: 🄁 is folded to “0,”.
  return isAscii(plain) ? folded : folded.replaceAll(/[^\p{L}\p{M}\p{N}.]/gu, '')
}

/** Longer chains are addresses or enumerations rather than names. */
const maxCompoundParts = 5

function compoundOf(chunk: readonly Spelling[]): Spelling | undefined {
  const [first] = chunk
  const last = chunk.at(-1)
  if (!first || !last || chunk.length > maxCompoundParts) return undefined
  const text = chunk.map((word) => word.text).join('')
  if (!/\D/.test(text.replaceAll('.', ''))) return undefined
  return { text: text.slice(0, maxWordLength), start: first.start, end: last.end, position: first.position }
}
