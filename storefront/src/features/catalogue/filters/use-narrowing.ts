import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isLeaving } from '../../../lib/router/is-leaving.ts'
import { useGoWhenLoaded } from '../../../lib/router/use-go-when-loaded.ts'
import type { FilterParams } from './filter-params.ts'

type Change = Partial<FilterParams>

/** What a list is narrowed to, or will be in a moment, and how to change it. */
export type Narrowing = {
  search: FilterParams
  /** The results for this are on their way; those before are still shown. */
  busy: boolean
  narrow: (change: Change) => void
}

/**
 * Narrows a list by its address: the choice shows at once, the results stay until the next ones are there. Choices
 * that are made meanwhile are gathered.
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
