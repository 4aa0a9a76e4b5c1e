type Seen<T> = { item: T; glance: string | undefined }

/**
 * Reorders items so that similar ones are not next to each other. If an item would follow a similar one, the nearest
 * later item that differs is moved up, from at most `reach` places below; failing that, the item is moved up into a gap
 * within the same distance. The first item stays first, and all others keep their order. If no item within reach
 * differs, similar items stay together. Items with the same glance are similar; an item without a glance is similar to
 * no other.
 */
export function setApart<T>(items: readonly T[], glanceOf: (item: T) => string | undefined, reach = items.length): T[] {
  const placed: Seen<T>[] = []
  const waiting = items.map((item): Seen<T> => ({ item, glance: glanceOf(item) }))
  const isNextTo = ({ glance }: Seen<T>, other: Seen<T> | undefined) => glance !== undefined && glance === other?.glance
  while (waiting.length > 0) {
    const ahead = waiting.slice(0, reach + 1).findIndex((seen) => !isNextTo(seen, placed.at(-1)))
    const [seen] = waiting.splice(Math.max(ahead, 0), 1)
    if (seen === undefined) break
    placed.splice(ahead < 0 ? gapFor(seen) : placed.length, 0, seen)
  }
  return placed.map(({ item }) => item)

  /** The last place between two items that are not similar to this one; the end if there is none within reach. */
  function gapFor(seen: Seen<T>): number {
    for (let place = placed.length - 1; place > Math.max(0, placed.length - 1 - reach); place--)
      if (!isNextTo(seen, placed[place - 1]) && !isNextTo(seen, placed[place])) return place
    return placed.length
  }
}

/** The same for a list whose order may only change among neighbours of the same tier. */
export function setApartInTiers<T extends { tier: string }>(
  items: readonly T[],
  glanceOf: (item: T) => string | undefined,
  reach: number,
): T[] {
  return tiersOf(items).flatMap((tier) => setApart(tier, glanceOf, reach))
}

function tiersOf<T extends { tier: string }>(items: readonly T[]): T[][] {
  const tiers: T[][] = []
  for (const item of items) {
    const last = tiers.at(-1)
    if (last?.[0]?.tier === item.tier) last.push(item)
    else tiers.push([item])
  }
  return tiers
}
