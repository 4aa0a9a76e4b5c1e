/** Swaps one letter with the next; leaves short words as they are. */
export function mistyped(word: string, below: (limit: number) => number): string {
  if (word.length < 4) return word
  const at = 1 + below(word.length - 2)
  const [first = '', second = ''] = word.slice(at, at + 2)
  return word.slice(0, at) + second + first + word.slice(at + 2)
}
