import { Link, useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { DaysSearch } from '../../lib/days.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { formatCount, formatDay } from '../../lib/format/format.ts'
import { isLeaving } from '../../lib/router/is-leaving.ts'
import { useGoWhenLoaded } from '../../lib/router/use-go-when-loaded.ts'
import { Button } from '../button.tsx'
import { TextField } from '../forms/field.tsx'
import { useCurrentInView } from '../use-current-in-view.ts'
import { useAddressField } from '../forms/use-form-of-address.ts'
import { shortened } from './short-id.tsx'
import * as styles from './board-filters.module.css'

/** One choice of a filter; a choice without `value` removes the filter. `hasMore`: there are more than `count`. */
export type Choice = { value: string | undefined; label: string; count?: number; hasMore?: boolean }

type BoardFiltersProps = {
  /** The label of the search box. */
  label: string
  placeholder: string
  text: string | undefined
  filter: Filter
  /** A second filter, which combines with the first. */
  second?: Filter
  /** Further filters. */
  children?: ReactNode
  /** Further filters that narrow the list, each of which can be removed. */
  narrowed?: readonly (Narrowing | false)[]
}

/** A text for the screen, and the parameters of the address that it denotes. */
export type Narrowing = { label: string; by: readonly string[] }

/** A filter: its parameter in the address, and its label on the screen. */
type Filter = {
  name: string
  label: string
  current: string | undefined
  choices: readonly Choice[]
}

/** The head of an admin's board: one search box and its filters, all stored in the address. */
export function BoardFilters({ label, placeholder, text, filter, second, children, narrowed = [] }: BoardFiltersProps) {
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
      {children}
      <Choices {...filter} />
      {second && <Choices {...second} />}
      <Narrowings narrowed={narrowed} />
    </div>
  )
}

/** The choices of a filter, one of which is current. */
export function Choices({ name: parameter, label, current, choices }: Filter) {
  const line = useCurrentInView<HTMLUListElement>()
  return (
    <nav aria-label={label}>
      <ul ref={line} className={styles['choices']}>
        {choices.map(({ value, label: name, count, hasMore }) => (
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
              {count !== undefined && <span className={styles['count']}>{formatBound(count, hasMore)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The filters that narrow a list, each with a link that removes it. */
export function Narrowings({ narrowed: parts }: { narrowed: readonly (Narrowing | false)[] }) {
  const narrowed = parts.filter((one) => one !== false)
  if (narrowed.length === 0) return null
  return (
    <ul className={styles['choices']} aria-label="Filtered by">
      {narrowed.map(({ label, by }) => (
        <li key={label} className={styles['narrowing']}>
          {label}
          <Link
            to="."
            search={(before) => ({
              ...before,
              ...Object.fromEntries(by.map((parameter) => [parameter, undefined])),
              page: undefined,
            })}
            aria-label={`Remove: ${label}`}
          >
            <X aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const textIn = (form: HTMLFormElement) => formText(form, 'text').trim() || undefined

/**
 * A choice for each status with its count, and one for all statuses.
 * @param more the statuses whose count is a lower bound
 */
export function statusChoices(
  labels: Record<string, string>,
  counts: Readonly<Record<string, number>>,
  more: readonly string[] = [],
): Choice[] {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const choiceOf = ([value, label]: [string, string]): Choice => ({
    value,
    label,
    count: counts[value] ?? 0,
    ...(more.includes(value) && { hasMore: true }),
  })
  return [
    { value: undefined, label: 'All', count: total, ...(more.length > 0 && { hasMore: true }) },
    ...Object.entries(labels).map(choiceOf),
  ]
}

/** A count, or `10,000+` if there are more. */
export function formatBound(count: number, hasMore = false): string {
  return `${formatCount(count)}${hasMore ? '+' : ''}`
}

type OfAccounts = { content: readonly { loginUserName: string }[] }

/** The account by which a list is filtered, if it is, under its username in one of the rows. */
export function accountNarrowing({ content }: OfAccounts, accountId: string | undefined): Narrowing | false {
  if (accountId === undefined) return false
  return { label: `Of ${content[0]?.loginUserName || `account ${shortened(accountId)}`}`, by: ['account'] }
}

/**
 * The days by which a list is filtered, if it is.
 * @param happened what happened on these days
 */
export function daysNarrowing({ from, to }: DaysSearch, happened = 'Placed'): Narrowing | false {
  if (from === undefined && to === undefined) return false
  const parts = [from !== undefined && `from ${formatDay(from)}`, to !== undefined && `to ${formatDay(to)}`]
  const label = from === to ? `${happened} on ${formatDay(from ?? '')}` : `${happened} ${parts.filter(Boolean).join(' ')}`
  return { label, by: ['from', 'to'] }
}
