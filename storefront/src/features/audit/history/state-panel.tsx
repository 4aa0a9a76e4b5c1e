import { clsx } from 'clsx'
import type { AuditEvent, StateAt } from '#modules/audit/schema.ts'
import { countOf } from '../../../lib/format/format.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { compareFacts, isChanged } from './compare-facts.ts'
import type { HistoryScreenData } from '../load-audit.ts'
import { MomentForm } from './moment-form.tsx'
import { Moment } from './moment.tsx'
import { useMoments } from './use-moments.ts'
import * as shared from '../audit.module.css'
import * as styles from '../panel.module.css'

/** The state at a moment, chosen by slider or by time, optionally compared with that at another moment. */
export function StatePanel({ timeline, state, other, search }: HistoryScreenData) {
  const { events, isCut } = timeline
  const { revision, compare, at, busy, choose } = useMoments({ state, other, search })
  const event = events.find(({ revision }) => revision === state.revision)
  return (
    <section className={styles['panel']} aria-labelledby="state-then" aria-busy={busy}>
      <h2 id="state-then">State at this point</h2>
      <Slider events={events} current={revision} onChoose={(revision) => choose({ revision, at: undefined })} />
      <p className={shared['meta']}>
        <Moment at={state.at} /> {event && <span>{event.sentence}</span>}
      </p>
      <MomentForm
        at={at}
        since={isCut ? undefined : events[0]?.at}
        onChoose={(at) => choose({ revision: undefined, at })}
      />
      <CompareWith events={events} current={compare} onChoose={(compare) => choose({ compare })} />
      {other ? <Comparison before={other} after={state} /> : <Facts state={state} />}
    </section>
  )
}

type SliderProps = { events: readonly AuditEvent[]; current: number; onChoose: (revision: number) => void }

function Slider({ events, current, onChoose }: SliderProps) {
  const first = events[0]?.revision ?? 0
  const last = events.at(-1)?.revision ?? 0
  const event = events.find(({ revision }) => revision === current)
  return (
    <label className={styles['slider']}>
      <span>
        After event {current + 1} of {last + 1}
      </span>
      <input
        type="range"
        min={first}
        max={last}
        value={current}
        disabled={first === last}
        aria-valuetext={event ? `Event ${current + 1}: ${event.sentence}` : undefined}
        onChange={({ target }) => onChoose(Number(target.value))}
      />
    </label>
  )
}

type CompareWithProps = {
  events: readonly AuditEvent[]
  current: number | undefined
  onChoose: (revision: number | undefined) => void
}

function CompareWith({ events, current, onChoose }: CompareWithProps) {
  return (
    <SelectField
      label="Compare with"
      value={current ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">No other moment</option>
      {events.map(({ id, revision, sentence }) => (
        <option key={id} value={revision}>
          {revision + 1}: {sentence}
        </option>
      ))}
    </SelectField>
  )
}

function Facts({ state }: { state: StateAt }) {
  return (
    <dl className={styles['facts']}>
      {state.facts.map(({ field, label, value }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Comparison({ before, after }: { before: StateAt; after: StateAt }) {
  const facts = compareFacts(before.facts, after.facts)
  const changed = facts.filter(isChanged).length
  return (
    <>
      <output>{changed === 0 ? 'Nothing differs' : countOf(changed, 'field differs', 'fields differ')}</output>
      <div className={styles['scroll']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">After event {before.revision + 1}</th>
              <th scope="col">After event {after.revision + 1}</th>
            </tr>
          </thead>
          <tbody>
            {facts.map((fact) => (
              <tr key={fact.field} className={clsx(isChanged(fact) && styles['changed'])}>
                <th scope="row">{fact.label}</th>
                <td>{fact.before ?? '(empty)'}</td>
                <td>{fact.after ?? '(empty)'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
