/** One typing mistake: a letter omitted (kind 0), inserted (1), replaced (2) or swapped with the next (3). */
export function mistyped(word: string, [place, kind, letter]: [number, number, string]): string {
  const at = place % word.length
  const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
  if (kind === 0) return before + after
  if (kind === 1) return before + letter + here + after
  if (kind === 2) return before + letter + after
  return before + after.slice(0, 1) + here + after.slice(1)
}
