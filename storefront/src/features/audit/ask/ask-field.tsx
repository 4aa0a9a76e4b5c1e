import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, type RefObject, type SubmitEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Mistake } from './mistake.ts'
import { CompletionList } from './completion-list.tsx'
import { useCompletions } from './use-completions.ts'
import * as styles from './ask.module.css'

type AskFieldProps = { where: string | undefined; mistake: Mistake | undefined }

/**
 * A predicate over the content of events. A combobox: focus stays in the field, arrow keys move through the
 * completions, Enter or Tab inserts one, and Enter without a completion starts the search.
 */
export function AskField({ where = '', mistake }: AskFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const { text, options, active, type, take, onKeyDown, close } = useCompletions(input, where)
  useMistakeSelected(input, mistake)

  function ask(submit: SubmitEvent) {
    submit.preventDefault()
    close()
    const wanted = text.trim() || undefined
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, where: wanted, before: undefined }),
    })
  }
  return (
    <form className={styles['ask']} onSubmit={ask} noValidate>
      <label htmlFor={id} className={styles['label']}>
        Ask the log
      </label>
      <div className={styles['field']}>
        <input
          ref={input}
          id={id}
          className={styles['input']}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? `${id}-mistake` : undefined}
          placeholder="type = OrderPlaced and data.totalPaise > 50000000"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={1000}
          value={text}
          onChange={({ target }) => type(target.value, target.selectionStart ?? target.value.length)}
          onClick={({ currentTarget }) => type(text, currentTarget.selectionStart ?? text.length)}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {options.length > 0 && (
          <CompletionList id={id} label="Completions" options={options} active={active} onTake={take} isCode />
        )}
      </div>
      <Button type="submit" look="secondary">
        Run query
      </Button>
      {mistake && (
        <p id={`${id}-mistake`} className={styles['mistake']} role="alert">
          {mistake.message}
        </p>
      )}
    </form>
  )
}

/** Selects the word with the mistake, so that typing replaces it. */
function useMistakeSelected(input: RefObject<HTMLInputElement | null>, mistake: Mistake | undefined): void {
  useEffect(() => {
    if (!mistake || !input.current) return
    const { value } = input.current
    const length = /^[^\s()=<>!,]*/.exec(value.slice(mistake.index))?.[0].length ?? 0
    input.current.focus()
    input.current.setSelectionRange(mistake.index, mistake.index + Math.max(1, length))
  }, [input, mistake])
}
