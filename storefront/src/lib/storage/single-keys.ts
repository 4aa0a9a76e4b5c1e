import { browserStorage } from './storage.ts'

const off = 'off'

/**
 * Whether shortcuts of a single character work, by the key of this choice in the storage: people who dictate must be able to
 * turn them off (WCAG 2.1.4).
 */
export function areSingleKeysOn(storageKey: string): boolean {
  return browserStorage.read(storageKey) !== off
}

export function setSingleKeys(storageKey: string, isOn: boolean): void {
  if (isOn) browserStorage.remove(storageKey)
  else browserStorage.write(storageKey, off)
}
