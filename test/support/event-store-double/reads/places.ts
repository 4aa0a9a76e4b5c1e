/** The index of the first of `all`, sorted by place, that is at or after `place`; their count if there is none. */
export function indexAt<T>(all: readonly T[], placeOf: (one: T) => number, place: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = all[middle]
    if (one !== undefined && placeOf(one) < place) low = middle + 1
    else high = middle
  }
  return low
}
