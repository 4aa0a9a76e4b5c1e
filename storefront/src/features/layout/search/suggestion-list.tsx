import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { categoryLabel } from '../../../lib/router/navigation.ts'
import { Highlighted } from '../../../ui/data/highlighted.tsx'
import type { SearchOption } from './search-combobox.ts'
import styles from './search-box.module.css'

type SuggestionListProps = {
  id: string
  /** The typed text. */
  text: string
  options: readonly SearchOption[]
  active: number
  onChoose: (option: SearchOption) => void
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element but these roles makes a list that a field drives

/** The options of the search field, with matches highlighted; the last one searches for the typed text. */
export function SuggestionList({ id, text, options, active, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div id={id} ref={list} role="listbox" aria-label="Suggestions" className={styles['list']}>
      {options.map((option, index) => (
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
          {option.suggestion ? (
            <>
              <span className={styles['title']}>
                <Highlighted text={option.suggestion.highlight} />
              </span>
              <span className={styles['about']}>
                {option.suggestion.brand} · {categoryLabel(option.suggestion.posttype)}
              </span>
            </>
          ) : (
            <span className={styles['all']}>
              <Search aria-hidden /> All results for “{text}”
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
