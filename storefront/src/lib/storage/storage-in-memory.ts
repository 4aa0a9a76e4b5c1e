import type { Storage } from './storage.ts'

/** For tests: a storage in memory. */
export function storageInMemory(): Storage {
  const entries = new Map<string, string>()
  return {
    read: (key) => entries.get(key) ?? null,
    write: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
  }
}

/** For tests: a browser that stores nothing. */
export const noStorage: Storage = { read: () => null, write: () => {}, remove: () => {} }
