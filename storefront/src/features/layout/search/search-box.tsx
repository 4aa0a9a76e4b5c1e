import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { useAnnouncement } from '../../../lib/announcement-atoms.ts'
import { countOf } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { useSearchCombobox, type SearchOption } from './search-combobox.ts'
import styles from './search-box.module.css'

const SuggestionList = lazyPart(() => import('./suggestion-list.tsx').then((module) => module.SuggestionList))

/**
 * The search of the header (spec §2), a combobox: focus stays in the field, arrow keys move through the suggestions,
 * Enter opens one or searches for the typed text, Escape closes the list and then clears the field. Without JavaScript
 * it is a plain form.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchText(input)
  const { options, shown, active, close, type, onKeyDown, isEmptyAnswer } = useSearchCombobox(text, setText)
  useAnnouncement(announcementOf(shown, isEmptyAnswer, options.length - 1))

  function choose({ suggestion }: SearchOption) {
    if (!suggestion) return search()
    close()
    input.current?.blur()
    void navigate({ to: '/products/$productId', params: { productId: suggestion.id } })
  }
  function search() {
    if (text.trim() === '') return
    close()
    void navigate({ to: '/search', search: { q: text.trim() } })
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    choose(options[active] ?? { id: '' })
  }
  return (
    <search>
      <form action="/search" className={styles['form']} onSubmit={onSubmit}>
        <div className={styles['field']}>
          <input
            ref={input}
            className={styles['input']}
            type="search"
            name="q"
            enterKeyHint="search"
            role="combobox"
            aria-label="Search products"
            placeholder="Type your search query here and press enter."
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={listId}
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          <IconButton type="submit" label="Search" className={styles['submit']}>
            <Search aria-hidden />
          </IconButton>
        </div>
        {shown && <SuggestionList id={listId} text={text.trim()} options={options} active={active} onChoose={choose} />}
        {isEmptyAnswer && <p className={styles['none']}>No suggestions. Press Enter to search all the same.</p>}
      </form>
    </search>
  )
}

/** The number of suggestions, for screen readers. */
function announcementOf(shown: boolean, isEmptyAnswer: boolean, products: number): string {
  if (shown) return countOf(products, 'suggestion')
  return isEmptyAnswer ? 'No suggestions' : ''
}

/** The text of the field: the typed text, or the query in the URL. */
function useSearchText(input: RefObject<HTMLInputElement | null>) {
  const q =
    useRouterState({ select: ({ location }) => (location.pathname === '/search' ? location.search.q : '') }) ?? ''
  const [text, setText] = useState(q)
  const [shownFor, setShownFor] = useState(q)
  useEffect(() => {
    const typed = input.current?.value ?? ''
    // oxlint-disable-next-line react/set-state-in-effect -- text typed before hydration
    if (typed !== '') setText(typed)
  }, [input])
  if (shownFor !== q) {
    setShownFor(q)
    setText(q)
  }
  return [text, setText] as const
}
