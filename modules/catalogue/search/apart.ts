/**
 * Sets apart what looks alike: where an item would follow one like it, the nearest later one that differs is moved up,
 * from at most `reach` places below; failing that, the item is moved up into a gap that is as near. The first item stays
 * first, and everything else keeps its order. Where nothing within reach differs, items that look alike stay together.
 */
export function setApart<T>(items: readonly T[], looksAlike: (one: T, other: T) => boolean, reach = items.length): T[] {
  const placed: T[] = []
  const waiting = [...items]
  const isNextTo = (item: T, other: T | undefined) => other !== undefined && looksAlike(item, other)
  while (waiting.length > 0) {
    const ahead = waiting.slice(0, reach + 1).findIndex((item) => !isNextTo(item, placed.at(-1)))
    const [item] = waiting.splice(Math.max(ahead, 0), 1)
    if (item === undefined) break
    placed.splice(ahead < 0 ? gapFor(item) : placed.length, 0, item)
  }
  return placed

  /** The last place between two items unlike this one; the end if there is none within reach. */
  function gapFor(item: T): number {
    for (let place = placed.length - 1; place > Math.max(0, placed.length - 1 - reach); place--)
      if (!isNextTo(item, placed[place - 1]) && !isNextTo(item, placed[place])) return place
    return placed.length
  }
}
