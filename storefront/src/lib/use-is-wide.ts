import { useMedia } from './use-media.ts'

const wide = '(width >= 992px)'

/** Whether the screen has room for a column next to a list. The server renders pages for wide screens. */
export function isWide(): boolean {
  return typeof matchMedia === 'undefined' || matchMedia(wide).matches
}

/** The same as it changes. */
export const useIsWide = (): boolean => useMedia(wide)
