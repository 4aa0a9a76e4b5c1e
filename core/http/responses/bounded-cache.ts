export type BoundedCache<Key, Value> = {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
}

/** Remembers at most `limit` values; the one that was set first makes room. */
export function boundedCache<Key, Value>(limit: number): BoundedCache<Key, Value> {
  const values = new Map<Key, Value>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.delete(key)
      values.set(key, value)
      if (values.size <= limit) return
      const oldest = values.keys().next()
      if (oldest.done !== true) values.delete(oldest.value)
    },
    delete: (key) => {
      values.delete(key)
    },
  }
}
