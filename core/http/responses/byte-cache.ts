type Entry<Value> = { value: Value; bytes: number; isUsed: boolean }

export type ByteCache<Value> = {
  get(key: string): Value | undefined
  /** `bytes`: what keeping it costs. Setting a key again replaces its value and its cost. */
  set(key: string, value: Value, bytes: number): void
}

/**
 * Keeps values up to a sum of bytes. What has been used since it last came up gets another round, so that a hit costs no
 * more than a look.
 */
export function byteCache<Value>(maxBytes: number): ByteCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  let total = 0

  function remove(key: string, entry: Entry<Value>): void {
    entries.delete(key)
    total -= entry.bytes
  }

  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (total <= maxBytes) return
      remove(key, entry)
      if (!entry.isUsed) continue
      entries.set(key, { ...entry, isUsed: false })
      total += entry.bytes
    }
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entry.isUsed = true
      return entry.value
    },
    set(key, value, bytes) {
      const old = entries.get(key)
      if (old !== undefined) remove(key, old)
      if (bytes > maxBytes) return
      entries.set(key, { value, bytes, isUsed: false })
      total += bytes
      makeRoom()
    },
  }
}
