import type { AuditEvent } from '#modules/audit/schema.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import * as styles from '../panel.module.css'

type TimeSliderProps = { events: readonly AuditEvent[]; current: number; onChoose: (revision: number) => void }

/** Chooses the event after which a state is shown. */
export function TimeSlider({ events, current, onChoose }: TimeSliderProps) {
  const first = events[0]?.revision ?? 0
  const last = events.at(-1)?.revision ?? 0
  const event = events.find(({ revision }) => revision === current)
  return (
    <label className={styles['slider']}>
      <span>
        After event {current + 1} of {last + 1}
        {current === last && ': now'}
      </span>
      <input
        type="range"
        min={first}
        max={last}
        value={current}
        disabled={first === last}
        aria-valuetext={event ? `Event ${current + 1}: ${shortened(event.sentence)}` : undefined}
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

/** Chooses a second moment. */
export function CompareWith({ events, current, onChoose }: CompareWithProps) {
  return (
    <SelectField
      label="Compare with"
      value={current ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">No other moment</option>
      {events.map(({ id, revision, sentence }) => (
        <option key={id} value={revision}>
          {revision + 1}: {shortened(sentence)}
        </option>
      ))}
    </SelectField>
  )
}
