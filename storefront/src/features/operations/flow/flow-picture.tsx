import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { cardIdOf } from '../subscription/card-id.ts'
import type { OperationsData } from '../load-operations.ts'
import { layOut, type Line } from './flow-layout.ts'
import { FlowTable } from './flow-table.tsx'
import { rateOf, stateOf, writtenState } from './flow-words.ts'
import * as styles from './flow.module.css'

type FlowPictureProps = { data: Pick<OperationsData, 'flow' | 'status' | 'engines' | 'jobs'> }

/** The flow of events: from streams through read models and reactors to what these write. */
export function FlowPicture({ data }: FlowPictureProps) {
  const { flow, status, engines, jobs } = data
  const layout = useMemo(() => layOut(flow, status), [flow, status])
  const [marked, setMarked] = useState<string>()
  const unmark = () => setMarked(undefined)
  /** The lines of a node are highlighted while its link is pointed at or has the focus. */
  const marking = (key: string) => {
    const mark = () => setMarked(key)
    return { onPointerEnter: mark, onFocus: mark, onPointerLeave: unmark, onBlur: unmark }
  }
  return (
    <section id="flow" className={styles['section']} aria-label="Flow of events">
      <h2>Flow of events</h2>
      <div className={styles['picture']}>
        <ul aria-label="Streams">
          {layout.streams.map(({ category, title, eventsPerSecond }) => (
            <li key={category}>
              <Link to="/admin/events" search={{ category }} {...marking(category)}>
                {title}
              </Link>
              <span>{rateOf(eventsPerSecond)}</span>
            </li>
          ))}
        </ul>
        <Lines lines={layout.reading} rows={layout.rows} marked={marked} />
        <ul aria-label="Read models and reactors">
          {layout.nodes.map(({ name, status: current }) => (
            <li key={name} className={clsx(current?.status === 'failed' && styles['faulty'])}>
              <Link to="/admin/operations" search hash={cardIdOf(name)} {...marking(name)}>
                {name}
              </Link>
              <span>{stateOf(current)}</span>
            </li>
          ))}
        </ul>
        <Lines lines={layout.writing} rows={layout.rows} marked={marked} />
        <ul aria-label="Written to">
          {layout.written.map((written) => {
            const { kind } = written
            const { label, hash, state, isFaulty } = writtenState(written, engines.engines, jobs)
            return (
              <li key={kind} className={clsx(isFaulty && styles['faulty'])}>
                <Link to="/admin/operations" search hash={hash} {...marking(kind)}>
                  {label}
                </Link>
                <span>{state}</span>
              </li>
            )
          })}
        </ul>
      </div>
      <FlowTable flow={flow} nodes={layout.nodes} />
    </section>
  )
}

function Lines({ lines, rows, marked }: { lines: readonly Line[]; rows: number; marked: string | undefined }) {
  return (
    <div className={styles['lines']}>
      <svg viewBox={`0 0 1 ${rows}`} preserveAspectRatio="none" aria-hidden>
        {lines.map(({ from, to, path }) => (
          <path
            key={`${from} ${to}`}
            className={clsx((from === marked || to === marked) && styles['marked'])}
            d={path}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </div>
  )
}
