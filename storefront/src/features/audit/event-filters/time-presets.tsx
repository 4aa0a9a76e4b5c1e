import { useRouter } from '@tanstack/react-router'
import { indianDay } from '../../../lib/days.ts'
import * as styles from '../events/events-screen.module.css'

const presets = ['Last hour', 'Today', 'This month'] as const

/** Narrows the list to a time that ends now. */
export function TimePresets() {
  const router = useRouter()
  const show = (preset: (typeof presets)[number]) =>
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, from: beginOf(preset, Date.now()), to: undefined, before: undefined }),
    })
  return (
    <fieldset className={styles['presets']} aria-label="Time">
      {presets.map((preset) => (
        <button key={preset} type="button" className={styles['preset']} onClick={() => show(preset)}>
          {preset}
        </button>
      ))}
    </fieldset>
  )
}

/** When a preset begins; days and months are those of India. */
export function beginOf(preset: (typeof presets)[number], now: number): string {
  if (preset === 'Last hour') return new Date(now - 3_600_000).toISOString()
  const day = indianDay(now)
  return new Date(`${preset === 'Today' ? day : `${day.slice(0, 7)}-01`}T00:00:00+05:30`).toISOString()
}
