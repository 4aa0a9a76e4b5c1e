import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { wait } from './wait.ts'

/** After this time the navigation starts anyway and shows that the page is loading. */
const longestMs = 5000

/**
 * Returns a function that preloads an address and navigates to it when it is loaded; until then the page stays. Only
 * the last call takes effect, and none if the user has navigated elsewhere in the meantime. Resolves to whether it was
 * the last call. `replace` replaces this address in the history.
 */
export function useGoWhenLoaded(): (href: string, replace?: boolean) => Promise<boolean> {
  const router = useRouter()
  const last = useRef<object>(undefined)
  useEffect(() => () => void (last.current = undefined), [])
  return async (href, replace = false) => {
    const target = { to: '.', href, replace, resetScroll: false } as const
    last.current = target
    const here = router.latestLocation.href
    await Promise.race([router.preloadRoute(target), wait(longestMs)])
    if (last.current === target && router.latestLocation.href === here) await router.navigate(target)
    return last.current === target
  }
}
