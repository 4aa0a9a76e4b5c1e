import { useState, type SubmitEvent } from 'react'
import { formText } from '../../../lib/forms/form-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import * as styles from './facets.module.css'
import type { AttributeParam, FilterParams } from '../filters/filter-params.ts'
import { HiddenParams } from '../filters/hidden-params.tsx'
import { readRange, type Range } from './range.ts'

type RangeFormProps = {
  title: string
  search: FilterParams
  /** The parameters of the address that hold the limits. */
  params: { from: 'minPrice' | AttributeParam; to: 'maxPrice' | AttributeParam }
  /** Shown in the empty fields. */
  bounds?: { min: number; max: number }
  /** The message for a text that is not a number. */
  message: string
  limitOf?: (typed: number) => number | undefined
  onChange: (range: Range) => void
}

const itself = (typed: number) => typed

/** The least and greatest number that a list is filtered by. Works without scripts, too. */
export function RangeForm({ title, search, params, bounds, message, limitOf = itself, onChange }: RangeFormProps) {
  const [fault, setFault] = useState<{ field: keyof Range; message: string }>()
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = { from: formText(form, params.from), to: formText(form, params.to) }
    const read = readRange(typed, message, limitOf)
    if (!('message' in read)) {
      setFault(undefined)
      return onChange(read)
    }
    setFault(read)
    const wrong = form.elements.namedItem(params[read.field])
    if (wrong instanceof HTMLElement) wrong.focus()
  }
  const field = (limit: keyof Range) => ({
    name: params[limit],
    inputMode: 'decimal' as const,
    defaultValue: search[params[limit]],
    error: fault?.field === limit ? fault.message : undefined,
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <HiddenParams search={{ ...search, [params.from]: undefined, [params.to]: undefined }} />
      <fieldset className={styles['group']}>
        <legend>{title}</legend>
        <div className={styles['prices']}>
          <TextField label="From" placeholder={bounds && String(bounds.min)} {...field('from')} />
          <TextField label="To" placeholder={bounds && String(bounds.max)} {...field('to')} />
        </div>
        <Button type="submit" look="secondary" wide>
          Apply<span className="visually-hidden"> {title}</span>
        </Button>
      </fieldset>
    </form>
  )
}
