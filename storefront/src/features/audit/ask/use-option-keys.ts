import { useState, type KeyboardEvent } from 'react'

/** An option of a list below a field. `value` distinguishes it from others with the same text. */
export type ListOption = { text: string; detail?: string; value?: string }

export const keyOf = ({ value, text }: ListOption): string => value ?? text

type OptionKeys<Option> = { onTake: (option: Option) => void; onClose: () => void }

/**
 * The option that the keyboard has reached in a list below a field, which keeps the focus. Arrow keys move through the
 * options, Enter and Tab take one, Escape closes the list.
 */
export function useOptionKeys<Option extends ListOption>(
  options: readonly Option[],
  { onTake, onClose }: OptionKeys<Option>,
) {
  const [key, setKey] = useState<string>()
  const active = options.findIndex((option) => keyOf(option) === key)
  /** Between the last option and the first is the field itself. */
  function move(event: KeyboardEvent, by: number) {
    if (options.length === 0) return
    event.preventDefault()
    const places = options.length + 1
    const reached = options[((active + 1 + by + places) % places) - 1]
    setKey(reached && keyOf(reached))
  }
  function onKeyDown(event: KeyboardEvent) {
    const chosen = options[active]
    if (event.key === 'ArrowDown') move(event, 1)
    else if (event.key === 'ArrowUp') move(event, -1)
    else if (event.key === 'Escape') onClose()
    else if (chosen !== undefined && ['Enter', 'Tab'].includes(event.key)) {
      event.preventDefault()
      onTake(chosen)
    }
  }
  return { active, onKeyDown, reset: () => setKey(undefined) }
}
