import type { AuditEvent } from '#modules/audit/schema.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { useAddressField } from '../../../ui/forms/use-form-of-address.ts'
import * as styles from '../panel.module.css'

type TimeSliderProps = {
  /** The events that are loaded: of a long history, the newest. */
  events: readonly AuditEvent[]
  /** The newest revision. */
  last: number
  current: number
  onChoose: (revision: number) => void
}

/** Chooses the event after which a state is shown. */
export function TimeSlider({ events, last, current, onChoose }: TimeSliderProps) {
  const event = events.find(({ revision }) => revision === current)
  return (
    <label className={styles['slider']}>
      <span>
        After event {formatCount(current + 1)} of {formatCount(last + 1)}
        {current === last && ': now'}
      </span>
      <input
        type="range"
        min={0}
        max={last}
        value={current}
        disabled={last === 0}
        aria-valuetext={event ? `Event ${formatCount(current + 1)}: ${shortened(event.sentence)}` : undefined}
        onChange={({ target }) => onChoose(Number(target.value))}
      />
    </label>
  )
}

type CompareWithProps = Pick<TimeSliderProps, 'events' | 'last'> & {
  current: number | undefined
  onChoose: (revision: number | undefined) => void
}

/** More events than these are chosen by number. */
const mostChoices = 100

/** Chooses a second point in time. */
export function CompareWith({ events, last, current, onChoose }: CompareWithProps) {
  if (last >= mostChoices) return <CompareByNumber last={last} current={current} onChoose={onChoose} />
  return (
    <SelectField
      label="Compare with"
      value={current ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">None</option>
      {events.map(({ id, revision, sentence }) => (
        <option key={id} value={revision}>
          {revision + 1}: {shortened(sentence)}
        </option>
      ))}
    </SelectField>
  )
}

function CompareByNumber({ last, current, onChoose }: Omit<CompareWithProps, 'events'>) {
  const shown = current === undefined ? undefined : String(current + 1)
  const { form, onSent } = useAddressField(shown)
  function choose(typed: string) {
    const number = Number(typed)
    if (typed !== '' && !(Number.isInteger(number) && number >= 1 && number <= last + 1)) return
    onSent(typed === '' ? undefined : typed)
    onChoose(typed === '' ? undefined : number - 1)
  }
  return (
    <form ref={form} onSubmit={(submit) => submit.preventDefault()} noValidate>
      <TextField
        label={`Compare with event, 1 to ${formatCount(last + 1)}`}
        name="compare"
        type="number"
        min={1}
        max={last + 1}
        defaultValue={shown}
        onChange={({ target }) => choose(target.value)}
      />
    </form>
  )
}
