import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isLeaving } from '../../../lib/router/is-leaving.ts'
import { useGoWhenLoaded } from '../../../lib/router/use-go-when-loaded.ts'
import type { FilterParams } from './filter-params.ts'

type Change = Partial<FilterParams>

/** The filters of a list, applied or being loaded, and a function that changes them. */
export type Narrowing = {
  search: FilterParams
  /** Whether the results for `search` are still loading, and the previous ones are shown. */
  busy: boolean
  narrow: (change: Change) => void
}

/**
 * Filters a list by its URL: a choice shows at once, and the results stay until the next ones have loaded. Choices made
 * while loading accumulate.
 */
export function useNarrowing(search: FilterParams): Narrowing {
  const router = useRouter()
  const go = useGoWhenLoaded()
  const wanted = useRef<Change | undefined>(undefined)
  const [shown, setShown] = useState<Change>()

  async function narrow(change: Change) {
    if (isLeaving(router)) return
    const all = { ...wanted.current, ...change, page: undefined }
    wanted.current = all
    setShown(all)
    const { href } = router.buildLocation({ to: '.', search: (before: object) => ({ ...before, ...all }) })
    if (!(await go(href))) return
    wanted.current = undefined
    setShown(undefined)
  }
  return {
    search: shown ? { ...search, ...shown } : search,
    busy: shown !== undefined,
    narrow: (change) => void narrow(change),
  }
}
