import { Link, useRouter } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { indianDay, presetsOn, readDays, type DaysSearch } from '../../lib/days.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { Button } from '../button.tsx'
import { TextField } from '../forms/field.tsx'
import { Menu } from '../table/menu.tsx'
import * as styles from './board-filters.module.css'

/** Filters a list by days in India, which are part of the address: one of a few periods, or any first and last day. */
export function DaysFilter({ label, days }: { label: string; days: DaysSearch }) {
  return (
    <Menu icon={<CalendarDays aria-hidden />} label={label} from="left">
      <ul className={styles['choices']}>
        {presetsOn(indianDay(Date.now())).map(({ label: name, from, to }) => (
          <li key={name}>
            <Link
              to="."
              search={(before) => ({ ...before, from, to, page: undefined })}
              className={styles['choice']}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={days.from === from && days.to === to ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <DaysForm key={`${days.from} ${days.to}`} days={days} />
    </Menu>
  )
}

function DaysForm({ days }: { days: DaysSearch }) {
  const router = useRouter()
  const [fault, setFault] = useState<string>()
  function show(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { from, to } = readDays({
      from: formText(event.currentTarget, 'from'),
      to: formText(event.currentTarget, 'to'),
    })
    const isBackwards = from !== undefined && to !== undefined && to < from
    setFault(isBackwards ? 'The first day must not be after the last one' : undefined)
    if (!isBackwards)
      void router.navigate({ to: '.', search: (before: object) => ({ ...before, from, to, page: undefined }) })
  }
  return (
    <form className={styles['span']} onSubmit={show} noValidate>
      <TextField label="First day" name="from" type="date" defaultValue={days.from} error={fault} />
      <TextField label="Last day" name="to" type="date" defaultValue={days.to} />
      <Button type="submit" look="secondary">
        Show
      </Button>
    </form>
  )
}
