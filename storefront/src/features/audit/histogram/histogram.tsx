import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState, type PointerEvent } from 'react'
import type { Histogram } from '#modules/audit/schema.ts'
import { countOf, formatDateTime } from '../../../lib/format/format.ts'
import { barAt, between, spanOf, type Brushed } from './brush.ts'
import { useHistogram } from './use-histogram.ts'
import * as styles from './histogram.module.css'

/**
 * The number of events over time; a range is selected by dragging. The fields From and To do the same with the keyboard
 * and assistive technology.
 */
export function EventHistogram(of: Parameters<typeof useHistogram>[0]) {
  const { histogram, isCounting } = useHistogram(of)
  const hasFailed = !isCounting && histogram === undefined
  return (
    <figure className={styles['histogram']} aria-label="Events over time" aria-busy={isCounting}>
      {histogram && histogram.bars.length > 0 && <Bars histogram={histogram} />}
      <output className={clsx(styles['state'], isCounting && styles['counting'])}>
        {isCounting && 'Counting the events over time…'}
        {hasFailed && 'The events over time could not be counted.'}
      </output>
    </figure>
  )
}

function Bars({ histogram }: { histogram: Histogram }) {
  const router = useRouter()
  const [brushed, setBrushed] = useState<Brushed & { from: number }>()
  const { bars, isBound } = histogram
  const top = Math.max(1, ...bars.map(({ events }) => events))
  const total = bars.reduce((sum, { events }) => sum + events, 0)
  const whole = spanOf(histogram, { first: 0, last: bars.length - 1 })

  function reach(event: PointerEvent<HTMLDivElement>, from?: number) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const bar = barAt((event.clientX - left) / width, bars.length)
    const start = from ?? bar
    setBrushed({ from: start, ...between(start, bar) })
  }
  function begin(event: PointerEvent<HTMLDivElement>) {
    // Others open a menu or scroll.
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    reach(event)
  }
  function choose() {
    if (brushed === undefined) return
    const span = spanOf(histogram, brushed)
    setBrushed(undefined)
    void router.navigate({ to: '.', search: (before: object) => ({ ...before, ...span, before: undefined }) })
  }
  return (
    <>
      <div
        className={clsx(styles['plot'], isBound && styles['bound'])}
        aria-hidden
        onPointerDown={begin}
        onPointerMove={(event) => brushed && reach(event, brushed.from)}
        onPointerUp={choose}
        onPointerCancel={() => setBrushed(undefined)}
      >
        {bars.map(({ from, events }, index) => (
          <span
            key={from}
            className={clsx(styles['bar'], isIn(brushed, index) && styles['chosen'])}
            title={`${formatDateTime(from)}: ${countOf(events, 'event')}`}
          >
            <span style={{ height: `${((events / top) * 100).toFixed(2)}%` }} data-some={events > 0 || undefined} />
          </span>
        ))}
      </div>
      <figcaption className={styles['caption']}>
        <span>{formatDateTime(whole.from)}</span>
        <span>{isBound ? boundWords(total) : countOf(total, 'event')}, drag to choose a time</span>
        <span>{formatDateTime(whole.to)}</span>
      </figcaption>
    </>
  )
}

/** What the bars count if SQL cannot evaluate the predicate. */
function boundWords(total: number): string {
  return `${countOf(total, 'event')} may match (the list shows those that do)`
}

function isIn(brushed: Brushed | undefined, index: number): boolean {
  return brushed !== undefined && index >= brushed.first && index <= brushed.last
}
