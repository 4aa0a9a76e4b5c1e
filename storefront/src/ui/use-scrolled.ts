import { useEffect, useState } from 'react'

/** Whether the page was scrolled, also before its scripts arrived; for parts that are below the first view. */
export function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const onScroll = () => setScrolled(true)
    addEventListener('scroll', onScroll, { once: true })
    if (scrollY > 0) onScroll()
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return isScrolled
}
