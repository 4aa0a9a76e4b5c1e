import { useState, type KeyboardEvent, type RefObject } from 'react'
import { completed, completionsAt, type Completion } from './completion.ts'

/** The list of completions below the field: those shown, and the one that the keyboard has reached. */
export function useCompletions(input: RefObject<HTMLInputElement | null>, first: string) {
  const [text, setText] = useState(first)
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(-1)
  const found = caret === undefined ? undefined : completionsAt(text, caret)
  const options = found?.options ?? []

  function type(typed: string, at: number | undefined) {
    setText(typed)
    setCaret(at)
    setActive(-1)
  }
  function take(option: Completion) {
    if (found === undefined) return
    const result = completed(text, found, option)
    type(result.source, result.caret)
    // The caret can be placed once the field has its new text.
    requestAnimationFrame(() => input.current?.setSelectionRange(result.caret, result.caret))
  }
  function move(event: KeyboardEvent, by: number) {
    if (options.length === 0) return
    event.preventDefault()
    setActive((active + by + options.length + 1) % (options.length + 1))
  }
  function onKeyDown(event: KeyboardEvent) {
    const chosen = options[active]
    if (event.key === 'ArrowDown') move(event, 1)
    else if (event.key === 'ArrowUp') move(event, active < 0 ? 0 : -1)
    else if (event.key === 'Escape') type(text, undefined)
    else if (chosen !== undefined && ['Enter', 'Tab'].includes(event.key)) {
      event.preventDefault()
      take(chosen)
    }
  }
  return { text, options, active, type, take, onKeyDown, close: () => setCaret(undefined) }
}
