import { useState, type KeyboardEvent } from 'react'
import type { Suggestion } from '#modules/catalogue/schema.ts'
import { useSuggestions } from './use-suggestions.ts'

/** What can be chosen in the list: a product, or the search for all that was typed. */
export type SearchOption = { id: string; suggestion?: Suggestion }

const searchForAll: SearchOption = { id: 'search-for-all' }

/** Where the arrow keys lead in a list of so many options; -1 is the field itself. */
export function moved(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1
  return active < 0 ? count - 1 : active - 1
}

/** How a list of suggestions below a field behaves: which are shown, which one is active, what the keys do. */
export function useSearchCombobox(text: string, setText: (text: string) => void) {
  const [open, setOpen] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const { suggestions, answers } = useSuggestions(text, open)
  const options: SearchOption[] =
    suggestions.length > 0
      ? [...suggestions.map((suggestion) => ({ id: suggestion.id, suggestion })), searchForAll]
      : []
  const shown = open && options.length > 0
  // By its id: the list may change below somebody's fingers, and then another option stands in the same place.
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
