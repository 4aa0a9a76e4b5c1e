import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { formText } from '../../lib/forms/form-text.ts'
import { daysFromTo, indianDay, presetsOn } from '../../lib/days.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { useCurrentInView } from '../../ui/use-current-in-view.ts'
import { periodFault } from './period.ts'
import * as styles from './overview.module.css'

type Period = { from: string; to: string }

/** Chooses the period, which the address keeps: one of a few, or any two days. */
export function PeriodPicker({ period, now }: { period: Period; now: number }) {
  const presets = presetsOn(indianDay(now))
  const line = useCurrentInView<HTMLUListElement>()
  const isPreset = presets.some((one) => isSame(one, period))
  return (
    <nav className={styles['picker']} aria-label="Period">
      <ul ref={line} className={styles['presets']}>
        {presets.map((preset) => (
          <li key={preset.label}>
            <Link
              to="/admin/overview"
              search={{ from: preset.from, to: preset.to }}
              className={styles['preset']}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={isSame(preset, period) ? 'true' : undefined}
            >
              {preset.label}
            </Link>
          </li>
        ))}
      </ul>
      <details className={styles['own']} open={!isPreset}>
        <summary>Other days</summary>
        <DaysForm period={period} />
      </details>
    </nav>
  )
}

const isSame = (a: Period, b: Period) => a.from === b.from && a.to === b.to

function DaysForm({ period }: { period: Period }) {
  const navigate = useNavigate()
  const [fault, setFault] = useState<string>()
  function show(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const from = formText(event.currentTarget, 'from')
    const to = formText(event.currentTarget, 'to')
    const wrong = Number.isNaN(daysFromTo(from, to)) ? 'Choose both days' : periodFault(from, to)
    setFault(wrong)
    if (wrong === undefined) void navigate({ to: '/admin/overview', search: { from, to } })
  }
  return (
    <form className={styles['days']} onSubmit={show} noValidate>
      <TextField label="First day" name="from" type="date" defaultValue={period.from} error={fault} />
      <TextField label="Last day" name="to" type="date" defaultValue={period.to} />
      <Button type="submit" look="secondary">
        Show
      </Button>
    </form>
  )
}
