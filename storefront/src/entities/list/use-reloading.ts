import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Reloads the data of the page at intervals while something in it is under way, the page is visible, and no dialog asks about
 * what it shows.
 */
export function useReloading(isUnderWay: boolean, everyMs = 1_500): void {
  const router = useRouter()
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(() => {
      const isAsking = document.querySelector('dialog[open]') !== null
      if (document.visibilityState === 'visible' && !isAsking) void router.invalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [router, isUnderWay, everyMs])
}
