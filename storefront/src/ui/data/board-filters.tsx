import { Link, useRouter } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { formText } from '../../lib/forms/form-text.ts'
import { formatCount } from '../../lib/format/format.ts'
import { isLeaving } from '../../lib/router/is-leaving.ts'
import { useGoWhenLoaded } from '../../lib/router/use-go-when-loaded.ts'
import { Button } from '../button.tsx'
import { TextField } from '../forms/field.tsx'
import { useAddressField } from '../forms/use-form-of-address.ts'
import * as styles from './board-filters.module.css'

/** One choice of a filter; a choice without `value` removes the filter. */
export type Choice = { value: string | undefined; label: string; count?: number }

type BoardFiltersProps = {
  /** The label of the search box. */
  label: string
  placeholder: string
  text: string | undefined
  filter: Filter
  /** A second filter, which combines with the first. */
  second?: Filter
}

/** A filter: its parameter in the address, and its label on the screen. */
type Filter = {
  name: 'status' | 'role' | 'state' | 'language'
  label: string
  current: string | undefined
  choices: readonly Choice[]
}

/** The head of an admin's board: one search box and its filters, all stored in the address. */
export function BoardFilters({ label, placeholder, text, filter, second }: BoardFiltersProps) {
  const router = useRouter()
  const go = useGoWhenLoaded()
  const { form, onSent, onOvertaken } = useAddressField(text)
  const [busy, setBusy] = useState(false)
  async function find(typed: string | undefined) {
    if (isLeaving(router)) return
    onSent(typed)
    setBusy(true)
    const search = (before: object) => ({ ...before, text: typed, page: undefined })
    const { href } = router.buildLocation({ to: '.', search })
    if (!(await go(href))) return
    setBusy(false)
    const isStillThere = form.current !== null && textIn(form.current) === typed
    if (router.latestLocation.href !== href && isStillThere) onOvertaken()
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void find(textIn(event.currentTarget))
  }
  return (
    <div className={styles['filters']}>
      <form ref={form} className={styles['search']} onSubmit={onSubmit}>
        <TextField label={label} name="text" type="search" placeholder={placeholder} defaultValue={text} />
        <Button type="submit" look="secondary" aria-busy={busy}>
          Search
        </Button>
      </form>
      <Choices {...filter} />
      {second && <Choices {...second} />}
    </div>
  )
}

function Choices({ name: parameter, label, current, choices }: Filter) {
  return (
    <nav aria-label={label}>
      <ul className={styles['choices']}>
        {choices.map(({ value, label: name, count }) => (
          <li key={name}>
            <Link
              to="."
              search={(before) => ({ ...before, [parameter]: value, page: undefined })}
              className={styles['choice']}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={value === current ? 'true' : undefined}
            >
              {name}
              {count !== undefined && <span className={styles['count']}>{formatCount(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const textIn = (form: HTMLFormElement) => formText(form, 'text').trim() || undefined

/** A choice for each status with its count, and one for all statuses. */
export function statusChoices(labels: Record<string, string>, counts: Readonly<Record<string, number>>): Choice[] {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return [
    { value: undefined, label: 'All', count: total },
    ...Object.entries(labels).map(([value, label]) => ({ value, label, count: counts[value] ?? 0 })),
  ]
}
