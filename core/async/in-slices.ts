import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Maps many items, `size` of them in one turn of the event loop, so that other work of the process goes on. */
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
