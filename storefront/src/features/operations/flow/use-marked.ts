import { useState } from 'react'

/** The handlers of the link of a node. */
export type Marking = Record<'onPointerEnter' | 'onFocus' | 'onPointerLeave' | 'onBlur', () => void>

/** The node whose lines are highlighted: while its link is pointed at or has the focus. */
export function useMarked(): { marked: string | undefined; marking: (key: string) => Marking } {
  const [marked, setMarked] = useState<string>()
  const unmark = () => setMarked(undefined)
  return {
    marked,
    marking: (key) => {
      const mark = () => setMarked(key)
      return { onPointerEnter: mark, onFocus: mark, onPointerLeave: unmark, onBlur: unmark }
    },
  }
}
