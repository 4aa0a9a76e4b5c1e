import type { Storage } from './storage.ts'

/** For tests: a storage that lasts as long as nobody forgets it. */
export function storageInMemory(): Storage {
  const kept = new Map<string, string>()
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  }
}

/** For tests: a browser that stores nothing. */
export const noStorage: Storage = { read: () => null, write: () => {}, remove: () => {} }
