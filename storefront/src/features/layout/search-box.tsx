import { useNavigate, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import type { Suggestion } from '#modules/catalogue/schema.ts'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import { countOf } from '../../lib/format.ts'
import { categoryLabel } from '../../lib/navigation.ts'
import { Highlighted } from '../../ui/highlighted.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useSuggestions } from './use-suggestions.ts'
import styles from './search-box.module.css'

/** Where the arrow keys lead in a list of suggestions; -1 is the field itself. */
function moved(active: number, key: string, count: number): number {
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1
  return active < 0 ? count - 1 : active - 1
}

/**
 * The search of the header (spec §2), as a combobox: focus stays in the field, arrows walk through the suggestions,
 * Enter opens one or searches for what was typed, Escape closes the list.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchText()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(text, open)
  const shown = open && suggestions.length > 0
  useAnnouncement(shown ? countOf(suggestions.length, 'suggestion') : '')

  function close() {
    setOpen(false)
    setActive(-1)
  }
  function openProduct({ id }: Suggestion) {
    close()
    input.current?.blur()
    void navigate({ to: '/products/$productId', params: { productId: id } })
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const chosen = suggestions[active]
    if (shown && chosen) return openProduct(chosen)
    if (text.trim() === '') return
    close()
    void navigate({ to: '/search', search: { q: text.trim() } })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
    setActive(moved(active, event.key, suggestions.length))
  }
  return (
    <search>
      <form className={styles['form']} onSubmit={onSubmit}>
        <div className={styles['field']}>
          <input
            ref={input}
            className={styles['input']}
            type="search"
            enterKeyHint="search"
            role="combobox"
            aria-label="Search products"
            placeholder="Type your search query here and press enter."
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={listId}
            aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setActive(-1)
              setOpen(true)
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          <IconButton type="submit" label="Search" className={styles['submit']}>
            <Search aria-hidden />
          </IconButton>
        </div>
        {shown && <SuggestionList id={listId} suggestions={suggestions} active={active} onChoose={openProduct} />}
      </form>
    </search>
  )
}

/** What is in the field: what was typed, or what the address says is being searched for. */
function useSearchText() {
  const q =
    useRouterState({ select: ({ location }) => (location.pathname === '/search' ? location.search.q : '') }) ?? ''
  const [text, setText] = useState(q)
  const [shownFor, setShownFor] = useState(q)
  if (shownFor !== q) {
    setShownFor(q)
    setText(q)
  }
  return [text, setText] as const
}

type SuggestionListProps = {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  onChoose: (suggestion: Suggestion) => void
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element but these roles makes a list that a field drives

function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div id={id} ref={list} role="listbox" aria-label="Suggestions" className={styles['list']}>
      {suggestions.map((suggestion, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys for its options
        <div
          key={suggestion.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={clsx(styles['option'], index === active && styles['active'])}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span className={styles['title']}>
            <Highlighted text={suggestion.highlight} />
          </span>
          <span className={styles['about']}>
            {suggestion.brand} · {categoryLabel(suggestion.posttype)}
          </span>
        </div>
      ))}
    </div>
  )
}
