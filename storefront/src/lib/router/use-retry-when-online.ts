import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Loads the screen again once there is a connection, where it could not be loaded. */
export function useRetryWhenOnline(isFailed = true): void {
  const router = useRouter()
  useEffect(() => {
    if (!isFailed) return
    const retry = () => void router.invalidate()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [router, isFailed])
}
