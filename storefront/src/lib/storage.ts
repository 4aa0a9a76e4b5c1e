import { logFault } from './log.ts'

/** A piece of local storage that never throws: a shop without storage still sells. */
export type Storage = {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
}

/** The browser's local storage; storage errors are logged only (spec §8). */
export const browserStorage: Storage = {
  read: (key) => attempt(() => localStorage.getItem(key)) ?? null,
  write: (key, value) => attempt(() => localStorage.setItem(key, value)),
  remove: (key) => attempt(() => localStorage.removeItem(key)),
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    logFault('Local storage is not available', error)
    return undefined
  }
}
