/** How many wrong letters are forgiven in a word of that many letters (contract §2: one from 4 on, two from 8 on). */
export function toleranceOf(letters: number): number {
  if (letters < 4) return 0
  return letters < 8 ? 1 : 2
}

/**
 * How many wrong letters lie between two words, if that is at most `limit`, else more than `limit`: a letter put in, left
 * out, replaced, or swapped with its neighbour counts one (optimal string alignment). Lengths in UTF-16 units.
 */
export function misspellings(typed: string, meant: string, limit: number): number {
  if (Math.abs(typed.length - meant.length) > limit) return limit + 1
  return alignments(typed, meant).at(-1) ?? 0
}

/** The same for a word that is still being typed: the distance to the nearest beginning of `meant`. */
export function misspellingsOfBeginning(typed: string, meant: string, limit: number): number {
  return Math.min(...alignments(typed, meant.slice(0, typed.length + limit)))
}

/** The distances from the whole of `typed` to each beginning of `meant`, the empty one first. */
function alignments(typed: string, meant: string): number[] {
  let beforeLast: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= meant.length; column++) {
      const replaced = cell(last, column - 1) + (typed[row - 1] === meant[column - 1] ? 0 : 1)
      const edited = Math.min(replaced, cell(last, column) + 1, cell(current, column - 1) + 1)
      const isSwap = row > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
      current.push(isSwap ? Math.min(edited, cell(beforeLast, column - 2) + 1) : edited)
    }
    beforeLast = last
    last = current
  }
  return last
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? 0
}

/** Words that agree so far have enough in common to be compared letter by letter. */
const comparedLetters = 8

/**
 * Hashes of what is left of a word's beginning when up to as many letters are struck out as are forgiven. Two words
 * within that distance of each other share at least one of them (Garbe's symmetric deletions), so equality of integers
 * finds every candidate; those that share one by chance are sorted out by `misspellings`.
 */
export function deletionHashes(word: string): number[] {
  let remainders = new Set([word.slice(0, comparedLetters)])
  const all = new Set(remainders)
  for (let deletions = toleranceOf(word.length) || 1; deletions > 0; deletions--) {
    remainders = new Set([...remainders].flatMap(withoutOneLetter))
    for (const remainder of remainders) all.add(remainder)
  }
  return [...all].map(hash)
}

function withoutOneLetter(word: string): string[] {
  return Array.from({ length: word.length }, (_, index) => word.slice(0, index) + word.slice(index + 1))
}

/** FNV-1a, as a signed integer of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value | 0
}
