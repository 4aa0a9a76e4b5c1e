import { useState, type SubmitEvent } from 'react'
import { formText } from '../../../lib/forms/form-text.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useAddressField } from '../../../ui/forms/use-form-of-address.ts'
import { fromIndianSecond, toIndianSecond } from '../audit-params.ts'
import * as styles from '../panel.module.css'

type PointInTimeFormProps = {
  /** The point in time shown. */
  at: string | undefined
  /** The time of the first event, if known; there is no state to show before it. */
  since: string | undefined
  onChoose: (at: string) => void
}

/** Asks for the point in time to show: a date and an Indian time, to the second. */
export function PointInTimeForm({ at, since, onChoose }: PointInTimeFormProps) {
  const [error, setError] = useState<string>()
  const { form, onSent } = useAddressField(at)
  function show(submit: SubmitEvent<HTMLFormElement>) {
    submit.preventDefault()
    const chosen = fromIndianSecond(formText(submit.currentTarget, 'at'))
    if (chosen === undefined) setError('Choose a day and a time')
    else if (since !== undefined && chosen < since)
      setError(`It did not exist yet: it was created on ${formatDateTime(since)}`)
    else {
      setError(undefined)
      onSent(chosen)
      onChoose(chosen)
    }
  }
  return (
    <form
      ref={form}
      className={styles['pointInTimeForm']}
      onSubmit={show}
      onReset={() => setError(undefined)}
      noValidate
    >
      <TextField
        label="At a time (IST)"
        name="at"
        type="datetime-local"
        step={1}
        defaultValue={toIndianSecond(at)}
        error={error}
      />
      <Button type="submit" look="secondary">
        Show
      </Button>
    </form>
  )
}
