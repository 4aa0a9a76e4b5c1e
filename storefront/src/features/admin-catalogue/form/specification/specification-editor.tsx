import { useSetAtom } from 'jotai'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { announcementAtom } from '../../../../lib/atoms/announcement-atoms.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/forms/field.tsx'
import fieldStyles from '../../../../ui/forms/field.module.css'
import { filterUnits } from './filter-units.ts'
import { linesOf, withLine, withMovedLine, withoutLine, withPasted } from './specification-lines.ts'
import { SpecificationRow } from './specification-row.tsx'
import * as styles from './specification.module.css'

type SpecificationProps = {
  /** The name of the field, by which its first input gets the focus. */
  name: string
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** A product's specification, as rows of name and value, or as the stored text. */
export function SpecificationEditor({ name, label, value, error, onChange }: SpecificationProps) {
  const [isText, setIsText] = useState(false)
  const id = useId()
  const toggle = (
    <Button look="quiet" className={styles['toggle']} onClick={() => setIsText(!isText)}>
      {isText ? 'Edit as a table' : 'Edit as text'}
    </Button>
  )
  if (isText)
    return (
      <div>
        <TextArea
          name={name}
          label={label}
          value={value}
          error={error}
          hint="One per line, such as Screen: 12.1 in"
          rows={10}
          required
          onChange={({ target }) => onChange(target.value)}
        />
        {toggle}
      </div>
    )
  return (
    <fieldset aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint ${id}-error`}>
      <p id={`${id}-label`} className={fieldStyles['label']}>
        {label}
      </p>
      <SpecificationRows {...{ name, value, onChange }} isInvalid={error !== undefined} />
      <p id={`${id}-hint`} className={fieldStyles['hint']}>
        Paste several lines “Name: value” into a field to add them all. Buyers can filter by numbers in{' '}
        {filterUnits.join(', ')}.
      </p>
      <p id={`${id}-error`} className={fieldStyles['error']}>
        {error}
      </p>
      {toggle}
    </fieldset>
  )
}

type RowsProps = Pick<SpecificationProps, 'name' | 'value' | 'onChange'> & { isInvalid: boolean }

function SpecificationRows({ name, value, isInvalid, onChange }: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const announce = useSetAtom(announcementAtom)
  const lines = linesOf(value)

  const focus = (row: number, part: string) =>
    list.current?.children[row]?.querySelector<HTMLElement>(`[data-part="${part}"]:enabled`)?.focus()
  /** Renders at once, so that a key that follows immediately acts on the row that has the focus. */
  function change(text: string, row: number, part: string) {
    flushSync(() => onChange(text))
    focus(row, part)
  }

  function move(from: number, to: number, part: string) {
    if (to < 0 || to >= lines.length || from >= lines.length) return
    const isAtEnd = to === 0 || to === lines.length - 1
    const focused = part.startsWith('move') && isAtEnd ? (to === 0 ? 'move-down' : 'move-up') : part
    change(withMovedLine(value, from, to), to, focused)
    announce(`The specification was moved to position ${to + 1} of ${lines.length}`)
  }
  function remove(index: number) {
    change(withoutLine(value, index), index, 'name')
    announce('The specification is removed')
  }
  function paste(index: number, pasted: string) {
    const after = withPasted(value, index, pasted)
    change(after.text, after.last, 'value')
    announce(`${linesOf(after.text).length} specifications`)
  }
  return (
    <ol ref={list} className={styles['rows']}>
      {[...lines, { name: '', value: '' }].map((line, index) => (
        <SpecificationRow
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other identity
          key={index}
          name={index === 0 ? name : undefined}
          line={line}
          index={index}
          count={lines.length}
          isInvalid={isInvalid}
          onChange={(changed) => onChange(withLine(value, index, changed))}
          onMove={(to, part) => move(index, to, part)}
          onRemove={() => remove(index)}
          onPaste={(pasted) => paste(index, pasted)}
          onNext={() => focus(index + 1, 'name')}
        />
      ))}
    </ol>
  )
}
