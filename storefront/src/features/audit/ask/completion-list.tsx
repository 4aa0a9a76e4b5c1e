import { keyOf, type ListOption } from './use-option-keys.ts'
import * as styles from './ask.module.css'

type CompletionListProps<Option extends ListOption> = {
  /** Of the field: the ids of the list and of its options begin with it. */
  id: string
  label: string
  options: readonly Option[]
  active: number
  onTake: (option: Option) => void
  /** Whether the options are parts of a predicate, and not words. */
  isCode?: boolean
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element but these roles makes a list that a field controls

/** The completions below the field. */
export function CompletionList<Option extends ListOption>(props: CompletionListProps<Option>) {
  const { id, label, options, active, onTake, isCode = false } = props
  return (
    <div id={`${id}-list`} className={styles['list']} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys for its options
        <div
          key={keyOf(option)}
          id={`${id}-${index}`}
          ref={index === active ? intoView : undefined}
          className={styles['option']}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          {isCode ? <code>{option.text}</code> : option.text}
          {option.detail !== undefined && <span>{option.detail}</span>}
        </div>
      ))}
    </div>
  )
}

function intoView(option: HTMLDivElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
