import { useEffect, useState, type RefObject } from 'react'

/** The distance of one arrow press, the tolerance at the edges, and the delay of the check after a change (spec §9). */
const stepPx = 200
const edgePx = 10
const checkAfterMs = 100

/** Whether a row has more content to the left and to the right, and a function that scrolls it. */
export function useScrollEdges(row: RefObject<HTMLElement | null>) {
  const [more, setMore] = useState({ left: false, right: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const check = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setMore({ left: scrollLeft > edgePx, right: scrollLeft + clientWidth < scrollWidth - edgePx })
    }
    let timer = setTimeout(check, checkAfterMs)
    const checkLater = () => {
      clearTimeout(timer)
      timer = setTimeout(check, checkAfterMs)
    }
    const resized = new ResizeObserver(checkLater)
    resized.observe(element)
    element.addEventListener('scroll', checkLater, { passive: true })
    return () => {
      clearTimeout(timer)
      resized.disconnect()
      element.removeEventListener('scroll', checkLater)
    }
  }, [row])
  return {
    more,
    scroll: (direction: 1 | -1) => row.current?.scrollBy({ left: direction * stepPx, behavior: 'smooth' }),
  }
}
