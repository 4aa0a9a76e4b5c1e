import { Link, useNavigate } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { useRef, type ComponentProps, type SubmitEvent } from 'react'
import { formText } from '../../../lib/forms/form-text.ts'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { eventTypes } from '../../../lib/event-types.gen.ts'
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
import { findPeople, findStreams, useCompletions, type Completions } from './use-completions.ts'
import * as styles from '../audit.module.css'

type EventFiltersProps = {
  search: EventsSearch
  /** The listed events: their streams and people complete the fields, with those that the lists find. */
  events: readonly AuditEvent[]
}

/**
 * The filters of the list; all of them are in the URL, so that a view can be shared. Those that are set are named next
 * to the form, which takes the room of many events while it is open.
 */
export function EventFilters({ search, events }: EventFiltersProps) {
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
      <FilterForm
        key={JSON.stringify(narrowed)}
        search={search}
        events={events}
        isNarrowed={count > 0}
        onApplied={close}
      />
    </details>
  )
}

type FilterFormProps = EventFiltersProps & { isNarrowed: boolean; onApplied: () => void }

function FilterForm({ search, events, isNarrowed, onApplied }: FilterFormProps) {
  const navigate = useNavigate()
  const { where, reads, from, to } = search
  function apply(submit: SubmitEvent<HTMLFormElement>) {
    submit.preventDefault()
    const form = submit.currentTarget
    const field = (name: string) => formText(form, name)
    const names = ['stream', 'category', 'type', 'by', 'correlationId']
    const texts = Object.fromEntries(names.map((name) => [name, field(name)]))
    const times = { from: fromIndianField(field('from')), to: endOfIndianField(field('to')) }
    onApplied()
    void navigate({ to: '/admin/events', search: readEventsSearch({ ...texts, ...times, where, reads }) })
  }
  return (
    <form onSubmit={apply} noValidate>
      <SelectField label="Category" name="category" defaultValue={search.category ?? ''}>
        <option value="">Any</option>
        {streamFilters.map(({ category, label }) => (
          <option key={category} value={category}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label="Type" name="type" list="event-types" defaultValue={search.type} placeholder="OrderPlaced" />
      <Known id="event-types" values={eventTypes} />
      <CompletedField
        label="Stream"
        name="stream"
        list="event-streams"
        defaultValue={search.stream}
        placeholder="order-ORD48210377"
        known={events.map(({ stream }) => [stream, stream])}
        find={findStreams}
      />
      <CompletedField
        label="Person (id)"
        name="by"
        list="event-people"
        defaultValue={search.by}
        hint="Enter a name or username to find it."
        known={events.map(({ by }) => [by.id, by.name])}
        find={findPeople}
      />
      <TextField label="Request (id)" name="correlationId" defaultValue={search.correlationId} />
      <TextField label="From (IST)" name="from" type="datetime-local" defaultValue={toIndianField(from)} />
      <TextField label="To (IST)" name="to" type="datetime-local" defaultValue={toIndianField(to)} />
      <div className={styles['actions']}>
        <Button type="submit">Filter</Button>
        {isNarrowed && (
          <Link to="/admin/events" onClick={onApplied}>
            Clear all filters
          </Link>
        )}
      </div>
    </form>
  )
}

type CompletedFieldProps = ComponentProps<typeof TextField> & {
  /** The id of its completions. */
  list: string
  /** Those of the listed events. */
  known: readonly (readonly [value: string, meaning: string])[]
  find: Parameters<typeof useCompletions>[0]
}

/** A field that is completed from the listed events, and from what the shop's lists find for what is typed. */
function CompletedField({ known, find, ...field }: CompletedFieldProps) {
  const { found, onType } = useCompletions(find)
  return (
    <>
      <TextField {...field} onChange={({ target }) => onType(target.value)} />
      <Known id={field.list} values={new Map([...known, ...found])} />
    </>
  )
}

/** The completions of a field: values, or values with their meanings. */
function Known({ id, values }: { id: string; values: readonly string[] | Completions }) {
  const options = values instanceof Map ? [...values] : [...values].map((value) => [value, value] as const)
  return (
    <datalist id={id}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  )
}
