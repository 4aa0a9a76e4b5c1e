import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const everyMs = 1_500

/**
 * Reloads a list at intervals while something in it is under way, the page is visible, and no dialog asks about what the list
 * shows.
 */
export function useReloading(isUnderWay: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(() => {
      const isAsking = document.querySelector('dialog[open]') !== null
      if (document.visibilityState === 'visible' && !isAsking) void router.invalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [router, isUnderWay])
}
