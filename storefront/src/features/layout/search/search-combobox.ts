import { useEffect, useState, type KeyboardEvent } from 'react'
import { searchOptions } from './search-options.ts'
import { clearSearches, recentSearches } from '../../../entities/recent-searches.ts'
import { useSuggestions } from './use-suggestions.ts'

/** The index that an arrow key moves to in a list of `count` options; -1 is the field itself. */
export function moved(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1
  return active < 0 ? count - 1 : active - 1
}

type ComboboxProps = {
  text: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  clear: () => void
}

/** The behaviour of a list of suggestions: its options, the active one, and the keyboard handling. */
export function useSearchCombobox({ text, isOpen, setOpen, clear }: ComboboxProps) {
  // With the text that it was active for, because another text has other options.
  const [marked, setMarked] = useState<{ id: string | undefined; text: string }>()
  const [recent, setRecent] = useState(recentSearches)
  const { suggestions, isCurrent } = useSuggestions(text, isOpen)
  const options = searchOptions(text.trim(), suggestions, recent)
  const shown = isOpen && options.length > 0
  // Tracked by id, because the list may change while it is in use, and another option would take the same index.
  const active = shown ? options.findIndex(({ id }) => id === marked?.id && text === marked.text) : -1
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the list of another tab, or of the last search here
    if (isOpen) setRecent(recentSearches())
    else setMarked(undefined)
  }, [isOpen])

  function clearRecent() {
    clearSearches()
    setRecent([])
    setMarked(undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      if (shown) setOpen(false)
      else clear()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
    setMarked({ id: options[moved(active, event.key, options.length)]?.id, text })
  }
  return {
    options,
    shown,
    active,
    clearRecent,
    onKeyDown,
    hasNoSuggestions: isOpen && isCurrent && options.length === 0,
  }
}
