import { schemeKey } from '../../../lib/storage/storage-keys.ts'
import { browserStorage } from '../../../lib/storage/storage.ts'

/** The colour scheme that the visitor chose for the shop; `system` follows the device. */
export type Scheme = 'system' | 'light' | 'dark'

export const schemes: readonly Scheme[] = ['system', 'light', 'dark']

/** The scheme that the document is shown in. */
export function chosenScheme(): Scheme {
  const chosen = document.documentElement.dataset['scheme']
  return schemes.find((scheme) => scheme === chosen) ?? 'system'
}

/** Shows the document in this scheme, and remembers it on this device. */
export function chooseScheme(scheme: Scheme): void {
  if (scheme === 'system') {
    delete document.documentElement.dataset['scheme']
    browserStorage.remove(schemeKey)
  } else {
    document.documentElement.dataset['scheme'] = scheme
    browserStorage.write(schemeKey, scheme)
  }
}
