import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { History, Operation } from '#modules/operations/schema.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useGoWhenLoaded } from '../../../lib/router/use-go-when-loaded.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { AffectedRows } from '../affected-rows.tsx'
import { rowsOf } from '../operation-words.ts'
import type { ActivitySearch } from './activity-search.ts'
import { OperationSentence } from './operation-sentence.tsx'
import * as page from '../operations.module.css'
import * as styles from './activity.module.css'

type ActivityProps = {
  history: History
  search: ActivitySearch
  /** The read models and reactors. */
  names: readonly string[]
}

/** What operators and the shop did, newest first; all of it, or on one read model or reactor, or by one person. */
export function Activity({ history, search, names }: ActivityProps) {
  const { content, last, people } = history
  const isNarrowed = search.of !== undefined || search.by !== undefined || search.before !== undefined
  return (
    <section id="activity" className={page['section']} aria-label="Activity">
      <h2>Activity</h2>
      <div className={styles['filters']}>
        <Filter label="Read model or reactor" name="of" current={search.of} choices={choicesOf(names)} />
        <Filter label="Person" name="by" current={search.by} choices={people.map(({ id, name }) => [id, name])} />
      </div>
      {content.length === 0 && (
        <p className={page['note']}>
          {isNarrowed ? 'No matching activity is recorded.' : 'Nothing was replayed, verified or skipped yet.'}
        </p>
      )}
      <ol className={styles['record']}>
        {content.map((operation) => (
          <li key={operation.position}>
            <time dateTime={operation.at}>{formatDateTime(operation.at)}</time>
            <OperationSentence operation={operation} />
            <Rows operation={operation} />
          </li>
        ))}
      </ol>
      <OtherParts search={search} oldest={last ? undefined : content.at(-1)} />
    </section>
  )
}

type Choices = readonly (readonly [value: string, label: string])[]

function choicesOf(names: readonly string[]): Choices {
  return [...names.toSorted().map((name) => [name, name] as const), ['everywhere', 'Every reader of the log']]
}

type FilterProps = { label: string; name: 'of' | 'by'; current: string | undefined; choices: Choices }

/** A choice that takes effect once the list is loaded, and is kept in the address. */
function Filter({ label, name, current = '', choices }: FilterProps) {
  const router = useRouter()
  const go = useGoWhenLoaded()
  const [chosen, setChosen] = useState<string>()
  async function choose(value: string) {
    setChosen(value)
    const search = (before: object) => ({ ...before, [name]: value === '' ? undefined : value, before: undefined })
    if (await go(router.buildLocation({ to: '.', search }).href, true)) setChosen(undefined)
  }
  // An address may name something without an entry, such as a read model that was removed.
  const isListed = current === '' || choices.some(([value]) => value === current)
  return (
    <SelectField label={label} value={chosen ?? current} onChange={({ target }) => void choose(target.value)}>
      <option value="">{name === 'of' ? 'All' : 'Everyone'}</option>
      {!isListed && <option value={current}>{current}</option>}
      {choices.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}

function OtherParts({ search, oldest }: { search: ActivitySearch; oldest: Operation | undefined }) {
  if (search.before === undefined && oldest === undefined) return null
  const quiet = { to: '/admin/operations', hash: 'activity', className: styles['other'] } as const
  return (
    <nav className={styles['others']} aria-label="Parts of the activity">
      {search.before !== undefined && (
        <Link {...quiet} search={{ ...search, before: undefined }}>
          Newest activity
        </Link>
      )}
      {oldest && (
        <Link {...quiet} search={{ ...search, before: oldest.position }}>
          Older activity
        </Link>
      )}
    </nav>
  )
}

function Rows({ operation }: { operation: Operation }) {
  if (rowsOf(operation).length === 0) return null
  return (
    <details className={styles['rows']}>
      <summary>Which rows</summary>
      <AffectedRows operation={operation} />
    </details>
  )
}
