import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { wait } from './wait.ts'

/** Whoever waits longer is shown that the page is loading. */
const longestMs = 5000

/**
 * Gives a function that leads to another address once what it shows is there; until then the page stays as it is. Only
 * the last call counts, and none where the person has gone elsewhere meanwhile. Resolves to whether it was the last one.
 * `replace`: in the place of this address in the history, not after it.
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
