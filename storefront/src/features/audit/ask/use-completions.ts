import { useState, type RefObject } from 'react'
import { completed, completionsAt, type Completion } from './completion.ts'
import { useOptionKeys } from './use-option-keys.ts'

/** The list of completions below the field: those shown, and the one that the keyboard has reached. */
export function useCompletions(input: RefObject<HTMLInputElement | null>, first: string) {
  const [text, setText] = useState(first)
  const [caret, setCaret] = useState<number>()
  const found = caret === undefined ? undefined : completionsAt(text, caret)
  const options = found?.options ?? []
  const { active, onKeyDown, reset } = useOptionKeys(options, { onTake: take, onClose: () => type(text, undefined) })

  function type(typed: string, at: number | undefined) {
    setText(typed)
    setCaret(at)
    reset()
  }
  function take(option: Completion) {
    if (found === undefined) return
    const result = completed(text, found, option)
    type(result.source, result.caret)
    // The caret can be placed once the field has its new text.
    requestAnimationFrame(() => input.current?.setSelectionRange(result.caret, result.caret))
  }
  return { text, options, active, type, take, onKeyDown, close: () => setCaret(undefined) }
}
