import { useMedia } from '../../lib/use-media.ts'

/** Whether the console's side rail leaves its tables enough room. */
export const useHasRoom = (): boolean => useMedia('(width >= 1200px)')
