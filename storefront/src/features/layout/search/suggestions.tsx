import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { History, Search } from 'lucide-react'
import { useEffect, useImperativeHandle, useRef, type RefObject } from 'react'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../../lib/format/format.ts'
import { categoryLabel } from '../../../lib/router/navigation.ts'
import { Highlighted } from '../../../ui/data/highlighted.tsx'
import type { Combobox, ShownList } from './combobox.ts'
import { useSearchCombobox } from './search-combobox.ts'
import { groupsOf, type SearchOption } from './search-options.ts'
import { formatPrice } from '../../../lib/format/format.ts'
import { pictureOf } from '../../../lib/format/image.ts'
import * as styles from './search-box.module.css'

type SuggestionsProps = {
  id: string
  /** The typed text. */
  text: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  type: (text: string) => void
  search: (text: string) => void
  input: RefObject<HTMLInputElement | null>
  combobox: RefObject<Combobox | null>
  onShow: (list: ShownList) => void
}

/** The suggestions of the search field, or the recent searches if nothing is typed. The field keeps the focus. */
export function Suggestions(props: SuggestionsProps) {
  const { id, text, isOpen, setOpen, type, search, input, combobox, onShow } = props
  const navigate = useNavigate()
  const { options, shown, active, clearRecent, onKeyDown, hasNoSuggestions } = useSearchCombobox({
    text,
    isOpen,
    setOpen,
    clear: () => type(''),
  })
  useAnnouncement(announcementOf(shown, hasNoSuggestions, options))
  useEffect(() => {
    onShow(shown ? { activeId: active >= 0 ? `${id}-${active}` : undefined } : undefined)
  }, [onShow, shown, active, id])
  useEffect(() => () => onShow(undefined), [onShow])

  function choose(option: SearchOption) {
    if (option.kind === 'clear-recent') return clearRecent()
    if ('text' in option) return search(option.text)
    setOpen(false)
    input.current?.blur()
    void navigate(addressOf(option))
  }
  useImperativeHandle(combobox, () => ({
    onKeyDown,
    choose() {
      const option = options[active]
      if (option !== undefined) choose(option)
      return option !== undefined
    },
  }))
  if (hasNoSuggestions) return <p className={styles['none']}>No suggestions. Press Enter to search anyway.</p>
  return shown && <List id={id} options={options} active={active} onChoose={choose} />
}

type Place = Extract<SearchOption, { kind: 'product' | 'category' | 'brand' }>

function addressOf(option: Place): NavigateOptions {
  switch (option.kind) {
    case 'product':
      return { to: '/products/$productId', params: { productId: option.id } }
    case 'category':
      return { to: '/collection/$category', params: { category: option.path } }
    case 'brand':
      return { to: '/search', search: { q: option.brand, brand: option.brand } }
  }
}

/** The number of suggestions, for screen readers. */
function announcementOf(shown: boolean, hasNoSuggestions: boolean, options: readonly SearchOption[]): string {
  const isRecent = options.at(-1)?.kind === 'clear-recent'
  const count = options.length - 1
  if (shown) return isRecent ? countOf(count, 'recent search', 'recent searches') : countOf(count, 'suggestion')
  return hasNoSuggestions ? 'No suggestions' : ''
}

type ListProps = {
  id: string
  options: readonly SearchOption[]
  active: number
  onChoose: (option: SearchOption) => void
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element but these roles makes a list that a field drives

function List({ id, options, active, onChoose }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div id={id} ref={list} role="listbox" aria-label="Suggestions" className={styles['list']}>
      {groupsOf(options).map(({ heading, members }) => (
        <div key={heading} role="group" aria-label={heading} className={styles['group']}>
          {heading !== 'All results' && (
            <span className={styles['heading']} aria-hidden>
              {heading}
            </span>
          )}
          {members.map(([option, index]) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys for its options
            <div
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={clsx(styles['option'], index === active && styles['active'])}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
            >
              <Content option={option} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Content({ option }: { option: SearchOption }) {
  switch (option.kind) {
    case 'product':
      return (
        <span className={styles['product']}>
          <img
            src={pictureOf(option.suggestion.logoUrl, option.suggestion.id)}
            alt=""
            width={44}
            height={44}
            loading="lazy"
          />
          <span>
            <span className={styles['title']}>
              <Highlighted text={option.suggestion.highlight} />
            </span>
            <span className={styles['about']}>
              {option.suggestion.brand} · {categoryLabel(option.suggestion.posttype)}
            </span>
          </span>
          <span className={styles['price']}>{formatPrice(option.suggestion.price)}</span>
        </span>
      )
    case 'category':
      return <span className={styles['place']}>{option.label}</span>
    case 'brand':
      return <span className={styles['place']}>{option.brand}</span>
    case 'recent':
      return (
        <span className={styles['recent']}>
          <History aria-hidden /> {option.text}
        </span>
      )
    case 'clear-recent':
      return <span className={styles['about']}>Clear recent searches</span>
    case 'all':
      return (
        <span className={styles['all']}>
          <Search aria-hidden /> All results for “{option.text}”
        </span>
      )
  }
}
