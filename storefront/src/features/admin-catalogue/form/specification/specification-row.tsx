import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import fieldStyles from '../../../../ui/forms/field.module.css'
import { withUnits } from './filter-units.ts'
import { isSeveral, type SpecificationLine } from './specification-lines.ts'
import * as styles from './specification.module.css'

type SpecificationRowProps = {
  name: string | undefined
  line: SpecificationLine
  /** Its place, from 0; that of the row for a new line is `count`. */
  index: number
  count: number
  isInvalid: boolean
  onChange: (line: SpecificationLine) => void
  /** `part` is the control that keeps the focus. */
  onMove: (to: number, part: string) => void
  onRemove: () => void
  onPaste: (text: string) => void
  onNext: () => void
}

/** One line of the specification. Alt with an arrow key moves it, Enter leads to the next one. */
export function SpecificationRow(props: SpecificationRowProps) {
  const { name, line, index, count, onMove, onRemove } = props
  const [isTyping, setIsTyping] = useState(false)
  const units = useId()
  const which = index === count ? 'a new specification' : `specification ${index + 1}`
  const offered = isTyping ? withUnits(line.value) : []
  const inputs = useRowInputs(props, () => setIsTyping(false))
  return (
    <li className={styles['row']}>
      <input
        {...inputs('name')}
        name={name}
        aria-label={`Name of ${which}`}
        placeholder="Name, such as Screen"
        maxLength={60}
      />
      <input
        {...inputs('value')}
        onFocus={() => setIsTyping(true)}
        aria-label={`Value of ${which}`}
        placeholder="Value, such as 12.1 in"
        {...(offered.length > 0 && { list: units })}
      />
      {offered.length > 0 && (
        <datalist id={units}>
          {offered.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
      )}
      <div className={styles['actions']}>
        <IconButton
          label={`Move ${which} up`}
          data-part="move-up"
          disabled={index === 0 || index === count}
          onClick={() => onMove(index - 1, 'move-up')}
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton
          label={`Move ${which} down`}
          data-part="move-down"
          disabled={index >= count - 1}
          onClick={() => onMove(index + 1, 'move-down')}
        >
          <ChevronDown aria-hidden />
        </IconButton>
        <IconButton label={`Remove ${which}`} danger disabled={index === count} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The properties that both fields of a row share. */
function useRowInputs(
  { line, index, isInvalid, onChange, onMove, onPaste, onNext }: SpecificationRowProps,
  onLeave: () => void,
) {
  const isTouched = useRef(false)
  return (part: keyof SpecificationLine) => ({
    'data-part': part,
    className: fieldStyles['control'],
    autoComplete: 'off',
    value: line[part],
    ...(isInvalid && { 'aria-invalid': true as const }),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      isTouched.current = true
      // A colon ends the name.
      onChange({ ...line, [part]: part === 'name' ? target.value.replaceAll(':', '') : target.value })
    },
    // Only for edited text: blanks of a stored line stay unchanged.
    onBlur: () => {
      onLeave()
      const trimmed = line[part].trim()
      if (isTouched.current && trimmed !== line[part]) onChange({ ...line, [part]: trimmed })
      isTouched.current = false
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData('text/plain')
      if (!isSeveral(pasted)) return
      event.preventDefault()
      onPaste(pasted)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.altKey ? steps[event.key] : undefined
      const isNext = event.key === 'Enter' && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey
      if (step === undefined && !isNext) return
      event.preventDefault()
      if (step === undefined) onNext()
      else onMove(index + step, part)
    },
  })
}
