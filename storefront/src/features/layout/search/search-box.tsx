import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ClipboardEvent, type RefObject, type SubmitEvent } from 'react'
import { pastedCodesAtom } from '../../../lib/atoms/pasted-codes-atoms.ts'
import { areSingleKeysOn } from '../../../lib/storage/single-keys.ts'
import { slashKeyKey } from '../../../lib/storage/storage-keys.ts'
import { IconButton } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import type { Combobox, ShownList } from './combobox.ts'
import * as styles from './search-box.module.css'

const Suggestions = lazyPart(() => import('./suggestions.tsx').then((module) => module.Suggestions))

/**
 * The search of the header (spec §2), a combobox: focus stays in the field, arrow keys move through the suggestions,
 * Enter opens one or searches for the typed text, Escape closes the list and then clears the field. The slash key
 * focuses it. A pasted list, one code a line, opens as a quick order. Without JavaScript it is a plain form.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const combobox = useRef<Combobox>(null)
  const [text, setText] = useSearchText(input)
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [list, setList] = useState<ShownList>()
  const setPastedCodes = useSetAtom(pastedCodesAtom)
  useSlashKey(input)

  function search(wanted: string) {
    if (wanted === '') return
    setOpen(false)
    void navigate({ to: '/search', search: { q: wanted } })
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!combobox.current?.choose()) search(text.trim())
  }
  function type(typed: string) {
    setText(typed)
    setOpen(true)
  }
  function paste(event: ClipboardEvent) {
    const list = event.clipboardData.getData('text')
    if (!list.trim().includes('\n')) return
    event.preventDefault()
    setOpen(false)
    setPastedCodes({ list })
    void navigate({ to: '/quick-order' })
  }
  const suggestions = { id: listId, text, isOpen, setOpen, type, search, input, combobox, onShow: setList }
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
            aria-expanded={list !== undefined}
            aria-controls={listId}
            aria-activedescendant={list?.activeId}
            value={text}
            onChange={(event) => type(event.target.value)}
            onPaste={paste}
            onFocus={() => setUsed(true)}
            onClick={() => setOpen(true)}
            onKeyDown={(event) => combobox.current?.onKeyDown(event)}
            onBlur={() => setOpen(false)}
          />
          <IconButton type="submit" label="Search" className={styles['submit']}>
            <Search aria-hidden />
          </IconButton>
        </div>
        {isUsed && <Suggestions {...suggestions} />}
      </form>
    </search>
  )
}

const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]'

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typing) !== null
}

/** Focuses the field on the slash key, except where a person is typing. */
function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTypedInto(event.target)) return
      if (!areSingleKeysOn(slashKeyKey)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
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
