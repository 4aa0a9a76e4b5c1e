import { Link, useNavigate } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { formText } from '../../../lib/forms/form-text.ts'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { streamFilters } from '../../../lib/manifests.gen.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import {
  endOfIndianField,
  fromIndianField,
  readEventsSearch,
  toIndianField,
  type EventsSearch,
} from '../audit-params.ts'
import { PickerField } from './picker-field.tsx'
import { usePickers } from './use-pickers.ts'
import * as styles from '../audit.module.css'

type EventFiltersProps = {
  search: EventsSearch
  /** The listed events: their types, streams and people are offered, besides those that the lists find. */
  events: readonly AuditEvent[]
  /** The name of the person by whom the list is filtered, if known. */
  person: string | undefined
}

/**
 * The filters of the list; all of them are in the URL, so that a view can be shared. Those that are set are named next
 * to the form, which takes the room of many events while it is open.
 */
export function EventFilters({ search, ...known }: EventFiltersProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const { before: _before, where: _where, reads: _reads, ...narrowed } = search
  const count = Object.values(narrowed).filter((value) => value !== undefined).length
  function close() {
    if (!details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} className={styles['filters']}>
      <summary>
        <SlidersHorizontal aria-hidden /> Filters{count > 0 && ` (${count})`}
      </summary>
      <FilterForm key={JSON.stringify(narrowed)} search={search} {...known} isNarrowed={count > 0} onApplied={close} />
    </details>
  )
}

type FilterFormProps = EventFiltersProps & { isNarrowed: boolean; onApplied: () => void }

function FilterForm({ search, events, person, isNarrowed, onApplied }: FilterFormProps) {
  const { category = '', correlationId, from, to } = search
  const { type, stream, by, resolve } = usePickers({ search, events, person })
  const { isBusy, onSubmit } = useApply({ search, resolve, onApplied })
  return (
    <form onSubmit={onSubmit} noValidate>
      <SelectField label="Category" name="category" defaultValue={category}>
        <option value="">Any</option>
        {streamFilters.map(({ category: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <PickerField label="Type" placeholder="Order placed" picker={type} />
      <PickerField label="Stream" placeholder="Words or an id, such as ORD48210377" picker={stream} />
      <PickerField label="Person" placeholder="A name, a username or an id" picker={by} />
      <TextField label="Request (id)" name="correlationId" defaultValue={correlationId} />
      <TextField label="From (IST)" name="from" type="datetime-local" defaultValue={toIndianField(from)} />
      <TextField label="To (IST)" name="to" type="datetime-local" defaultValue={toIndianField(to)} />
      <div className={styles['actions']}>
        <Button type="submit" aria-busy={isBusy}>
          Filter
        </Button>
        {isNarrowed && (
          <Link to="/admin/events" onClick={onApplied}>
            Clear all filters
          </Link>
        )}
      </div>
    </form>
  )
}

type Apply = Pick<FilterFormProps, 'search' | 'onApplied'> & Pick<ReturnType<typeof usePickers>, 'resolve'>

/** Filters the list by what the form says, once it is known what the texts in it mean. */
function useApply({ search: { where, reads }, resolve, onApplied }: Apply) {
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  async function apply(form: HTMLFormElement) {
    const field = (name: string) => formText(form, name)
    const texts = { category: field('category'), correlationId: field('correlationId') }
    const times = { from: fromIndianField(field('from')), to: endOfIndianField(field('to')) }
    setIsBusy(true)
    const picked = await resolve()
    setIsBusy(false)
    // The user may have left, or removed a filter.
    if (picked === undefined || !form.isConnected) return
    onApplied()
    await navigate({ to: '/admin/events', search: readEventsSearch({ ...texts, ...times, ...picked, where, reads }) })
  }
  function onSubmit(submit: SubmitEvent<HTMLFormElement>) {
    submit.preventDefault()
    if (!isBusy) void apply(submit.currentTarget)
  }
  return { isBusy, onSubmit }
}
