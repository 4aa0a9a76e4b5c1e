import { useEffect, useRef, type RefObject } from 'react'

/** For a line of links that scrolls sideways on a narrow screen: at first, it shows the current one. */
export function useCurrentInView<E extends HTMLElement>(): RefObject<E | null> {
  const line = useRef<E>(null)
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - line.current.offsetLeft - leftOver
  }, [])
  return line
}

/** The pixels of the link before it that stay visible, so that it can be seen that there is one. */
const leftOver = 32
