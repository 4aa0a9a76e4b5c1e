import type { Completion } from './completion.ts'
import * as styles from './ask.module.css'

type CompletionListProps = {
  /** Of the field: the ids of the list and of its options begin with it. */
  id: string
  options: readonly Completion[]
  active: number
  onTake: (option: Completion) => void
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element but these roles makes a list that a field controls

/** The completions below the field. */
export function CompletionList({ id, options, active, onTake }: CompletionListProps) {
  return (
    <div id={`${id}-list`} className={styles['list']} role="listbox" aria-label="Completions">
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys for its options
        <div
          key={option.text}
          id={`${id}-${index}`}
          ref={index === active ? intoView : undefined}
          className={styles['option']}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <code>{option.text}</code>
          {option.detail !== undefined && <span>{option.detail}</span>}
        </div>
      ))}
    </div>
  )
}

function intoView(option: HTMLDivElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
