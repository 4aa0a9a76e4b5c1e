import { useEffect, useState, type RefObject } from 'react'

/** One press of an arrow scrolls so far; so close to an edge counts as there; asked again so much later (spec §9). */
const stepPx = 200
const edgePx = 10
const checkAfterMs = 100

/** Whether more of a row lies to its left and to its right, and how to get there. */
export function useScrollEdges(row: RefObject<HTMLElement | null>) {
  const [more, setMore] = useState({ left: false, right: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setMore({ left: scrollLeft > edgePx, right: scrollLeft + clientWidth < scrollWidth - edgePx })
    }
    let timer = setTimeout(look, checkAfterMs)
    const lookLater = () => {
      clearTimeout(timer)
      timer = setTimeout(look, checkAfterMs)
    }
    const resized = new ResizeObserver(lookLater)
    resized.observe(element)
    element.addEventListener('scroll', lookLater, { passive: true })
    return () => {
      clearTimeout(timer)
      resized.disconnect()
      element.removeEventListener('scroll', lookLater)
    }
  }, [row])
  return {
    more,
    scroll: (direction: 1 | -1) => row.current?.scrollBy({ left: direction * stepPx, behavior: 'smooth' }),
  }
}
