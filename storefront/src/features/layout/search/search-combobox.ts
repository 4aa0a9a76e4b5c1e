import { useState, type KeyboardEvent } from 'react'
import type { Suggestion } from '#modules/catalogue/schema.ts'
import { useSuggestions } from './use-suggestions.ts'

/** An option of the list: a product, or the search for the typed text. */
export type SearchOption = { id: string; suggestion?: Suggestion }

const searchForAll: SearchOption = { id: 'search-for-all' }

/** The index that an arrow key moves to in a list of `count` options; -1 is the field itself. */
export function moved(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1
  return active < 0 ? count - 1 : active - 1
}

/** The behaviour of a list of suggestions: its options, the active one, and the keyboard handling. */
export function useSearchCombobox(text: string, setText: (text: string) => void) {
  const [open, setOpen] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const { suggestions, answers } = useSuggestions(text, open)
  const options: SearchOption[] =
    suggestions.length > 0
      ? [...suggestions.map((suggestion) => ({ id: suggestion.id, suggestion })), searchForAll]
      : []
  const shown = open && options.length > 0
  // Tracked by id, because the list may change while it is in use, and another option would take the same index.
  const active = shown ? options.findIndex(({ id }) => id === activeId) : -1

  function close() {
    setOpen(false)
    setActiveId(undefined)
  }
  function type(typed: string) {
    setText(typed)
    setActiveId(undefined)
    setOpen(true)
  }
  function onEscape(event: KeyboardEvent) {
    event.preventDefault()
    if (shown) close()
    else type('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onEscape(event)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
    setActiveId(options[moved(active, event.key, options.length)]?.id)
  }
  return { options, shown, active, close, type, onKeyDown, isEmptyAnswer: open && answers && suggestions.length === 0 }
}
