import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Maps the items in order, and lets the event loop run other callbacks after every `size` of them. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  { size, map }: { size: number; map: (item: Item) => Result },
): Promise<Result[]> {
  const all: Result[] = []
  for (const item of items) {
    if (all.length > 0 && all.length % size === 0) await endOfTurn()
    all.push(map(item))
  }
  return all
}
