/** The delay before each repeat of a request: twice the previous one, up to a longest. */
export function backOff({ firstMs, longestMs }: { firstMs: number; longestMs: number }): (repeats: number) => number {
  return (repeats) => Math.min(longestMs, firstMs * 2 ** repeats)
}
