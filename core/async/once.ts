/** A function that computes its value at the first call and returns that value from then on. */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined
  return () => (computed ??= { value: compute() }).value
}
