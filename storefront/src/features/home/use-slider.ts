import { useEffect, useRef, useState, type PointerEvent } from 'react'

/** The interval between slides, and the shortest movement that counts as a swipe (spec §9). */
const intervalMs = 3000
const swipePx = 40

/** The slide shown, out of `count`: advances automatically unless paused, hovered or focused, and follows swipes. */
export function useSlider(count: number) {
  const [current, setCurrent] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const start = useRef<number>(undefined)
  const go = (to: number) => setCurrent((to + count) % count)

  useEffect(() => {
    if (paused || held || prefersReducedMotion()) return
    const timer = setTimeout(() => setCurrent((current + 1) % count), intervalMs)
    return () => clearTimeout(timer)
  }, [paused, held, count, current])

  const swipe = {
    onPointerDown: (event: PointerEvent) => (start.current = event.clientX),
    onPointerUp: (event: PointerEvent) => {
      const moved = event.clientX - (start.current ?? event.clientX)
      start.current = undefined
      if (Math.abs(moved) >= swipePx) go(moved < 0 ? current + 1 : current - 1)
    },
    onPointerCancel: () => (start.current = undefined),
  }
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return { current, go, paused, setPaused, handlers: { ...swipe, ...hold } }
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
