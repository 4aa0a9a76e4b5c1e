import { logFault } from '../log.ts'

/** A piece of the browser's storage that never throws: a shop without storage still sells. */
export type Storage = {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
}

/** The browser's local storage; storage errors are logged only (spec §8). */
export const browserStorage = storageIn(() => localStorage)

/** What this tab alone remembers, until it is closed. */
export const tabStorage = storageIn(() => sessionStorage)

function storageIn(place: () => globalThis.Storage): Storage {
  return {
    read: (key) => attempt(() => place().getItem(key)) ?? null,
    write: (key, value) => attempt(() => place().setItem(key, value)),
    remove: (key) => attempt(() => place().removeItem(key)),
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    logFault("The browser's storage is not available", error)
    return undefined
  }
}
