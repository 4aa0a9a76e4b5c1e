import { logFault } from '../log.ts'

/** A storage of the browser that never throws, because the shop must work without storage. */
export type Storage = {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
}

/** The browser's local storage; storage errors are logged only (spec §8). */
export const browserStorage = storageIn(() => localStorage)

/** The storage of this tab, which lasts until the tab is closed. */
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
