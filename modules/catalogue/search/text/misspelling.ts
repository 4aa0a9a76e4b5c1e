/** The number of tolerated typos in a word of so many letters: one from 4 letters on, two from 8 on. */
export function toleranceOf(letters: number): number {
  if (letters < 4) return 0
  return letters < 8 ? 1 : 2
}

/**
 * The Damerau-Levenshtein distance of two words if it is at most `limit`; otherwise a number above `limit`. An
 * inserted, omitted, replaced or transposed letter counts as one edit. Letters are UTF-16 units.
 */
export function misspellings(typed: string, meant: string, limit: number): number {
  if (Math.abs(typed.length - meant.length) > limit) return limit + 1
  return distances(typed, meant).at(-1) ?? 0
}

/** The same for a word that is still being typed: the distance to the nearest prefix of `meant`. */
export function misspellingsOfBeginning(typed: string, meant: string, limit: number): number {
  const reached = meant.slice(0, typed.length + limit)
  if (lettersMissing(typed, reached) > limit) return limit + 1
  return Math.min(...distances(typed, reached))
}

/** Each is a typo, and to count them takes a fraction of the time of a distance. */
function lettersMissing(typed: string, meant: string): number {
  let missing = 0
  for (let place = 0; place < typed.length; place++) if (!meant.includes(typed.charAt(place))) missing++
  return missing
}

/** The distances between all prefixes of the two words, row by row, and the last row of each letter. */
type Table = { rows: number[][]; lastRowOf: Map<string, number> }

/** The distances from `typed` to each prefix of `meant`, the empty one first. */
function distances(typed: string, meant: string): number[] {
  const table: Table = { rows: [Array.from({ length: meant.length + 1 }, (_, column) => column)], lastRowOf: new Map() }
  for (const letter of typed.split('')) {
    table.rows.push(nextRow(table, letter, meant))
    table.lastRowOf.set(letter, table.rows.length - 1)
  }
  return table.rows.at(-1) ?? []
}

function nextRow(table: Table, letter: string, meant: string): number[] {
  const above = table.rows.at(-1)
  const row = [table.rows.length]
  let lastMatch = 0
  for (let column = 1; column <= meant.length; column++) {
    const isSame = meant[column - 1] === letter
    const replaced = cell(above, column - 1) + (isSame ? 0 : 1)
    const swapped = afterSwap(table, meant[column - 1] ?? '', { column, lastMatch })
    row.push(Math.min(replaced, cell(above, column) + 1, cell(row, column - 1) + 1, swapped))
    if (isSame) lastMatch = column
  }
  return row
}

/** The distance if two letters were transposed and the letters between them inserted or omitted. */
function afterSwap({ rows, lastRowOf }: Table, letter: string, place: { column: number; lastMatch: number }): number {
  const lastRow = lastRowOf.get(letter)
  if (lastRow === undefined || place.lastMatch === 0) return Infinity
  return cell(rows[lastRow - 1], place.lastMatch - 1) + rows.length - lastRow + place.column - place.lastMatch - 1
}

function cell(row: readonly number[] | undefined, column: number): number {
  return row?.[column] ?? 0
}

/** Only a prefix of this length is hashed; candidates are then compared letter by letter. */
const comparedLetters = 8

/**
 * Hashes of a word's prefix with up to as many letters deleted as typos are tolerated. Two words within that distance
 * share at least one hash (symmetric deletion, as in SymSpell), so comparing integers finds every candidate;
 * `misspellings` then rejects chance matches.
 */
export function deletionHashes(word: string): number[] {
  const hashes = new Set<number>()
  visitDeletionHashes(word, (hash) => hashes.add(hash))
  return [...hashes]
}

/** The same without a list, and with repetitions. */
export function visitDeletionHashes(word: string, visit: (hash: number) => void): void {
  const prefix = word.slice(0, comparedLetters)
  const isTwice = toleranceOf(word.length) > 1
  visit(hashWithout(prefix, -1, -1))
  for (let one = 0; one < prefix.length; one++) {
    visit(hashWithout(prefix, one, -1))
    if (isTwice) for (let other = one + 1; other < prefix.length; other++) visit(hashWithout(prefix, one, other))
  }
}

/** FNV-1a of the text without the letters at two places, as a signed 32-bit integer. */
function hashWithout(text: string, one: number, other: number): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    if (index !== one && index !== other) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value | 0
}
