/** The place of the first of sorted values that is not before `wanted`. */
export function firstFrom<Value extends string | number>(values: ArrayLike<Value>, wanted: Value): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const value = values[middle]
    if (value !== undefined && value < wanted) low = middle + 1
    else high = middle
  }
  return low
}
