import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { use, useMemo, type CSSProperties, type ReactNode } from 'react'
import type { ProjectionStatus, Series } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../../lib/api/operations.ts'
import type { OperationsData } from '../load-operations.ts'
import { resultsOf } from '../operation-words.ts'
import { TrendSpan } from '../trend/trend.tsx'
import { layOut, writtenHeight, type FlowLayout, type Line } from './flow-layout.ts'
import { Node } from './flow-node.tsx'
import { FlowTable } from './flow-table.tsx'
import { rateOf, titlesOf, writtenState } from './flow-words.ts'
import { lagWords, lastEventWords, worstOf } from './node-words.ts'
import { useMarked, type Marking } from './use-marked.ts'
import * as styles from './flow.module.css'

type FlowPictureProps = {
  data: Pick<OperationsData, 'flow' | 'status' | 'engines' | 'jobs' | 'results'>
  /** The lag of each read model and reactor over the chosen span. */
  lags: readonly Series[]
  onAsk: (subscription: ProjectionStatus, step: OperatorStep) => void
}

/** The flow of events: from streams through read models and reactors to what these write. */
export function FlowPicture({ data, lags, onAsk }: FlowPictureProps) {
  const { flow, status, results } = data
  const layout = useMemo(() => layOut(flow, status), [flow, status])
  const { marked, marking } = useMarked()
  return (
    <section id="flow" className={styles['section']} aria-label="Flow of events">
      <h2>Flow of events</h2>
      <div className={styles['picture']}>
        <Streams streams={layout.streams} rows={layout.rows} marking={marking} />
        <Lines lines={layout.reading} rows={layout.rows} marked={marked} />
        <h3>Read models and reactors</h3>
        <Column
          className={styles['nodes']}
          label="Read models and reactors"
          rows={layout.rows}
          length={layout.nodes.length}
        >
          {layout.nodes.map((node) => (
            <Node
              key={node.name}
              node={node}
              reads={node.reads.length === layout.streams.length ? 'all streams' : titlesOf(flow, node.reads)}
              lag={lags.find(({ name }) => name === node.name)}
              results={resultsOf(results.content, node.name)}
              marking={marking(node.name)}
              onAsk={onAsk}
            />
          ))}
        </Column>
        <Lines lines={layout.writing} rows={layout.rows} marked={marked} />
        <Written written={layout.written} rows={layout.rows} data={data} lags={lags} marking={marking} />
      </div>
      <FlowTable flow={flow} nodes={layout.nodes} />
    </section>
  )
}

type ColumnProps = {
  label: string
  className?: string | undefined
  /** Those of the picture, and how many of them this column fills. */
  rows: number
  length: number
  /** The rows that one of its nodes fills. */
  height?: number
  children: ReactNode
}

/** A column of nodes, in the middle of the picture's rows. */
function Column({ label, className, rows, length, height = 1, children }: ColumnProps) {
  const above = rows - height * length
  const place: CSSProperties & Record<'--tracks' | '--above' | '--height', number> = {
    '--tracks': 2 * rows,
    '--above': above,
    '--height': 2 * height,
  }
  return (
    <ul className={clsx(className, above > 0 && styles['shorter'])} style={place} aria-label={label}>
      {children}
    </ul>
  )
}

type StreamsProps = Pick<FlowLayout, 'streams' | 'rows'> & { marking: (key: string) => Marking }

function Streams({ streams, rows, marking }: StreamsProps) {
  return (
    <>
      <h3>Streams</h3>
      <Column label="Streams" rows={rows} length={streams.length}>
        {streams.map(({ category, title, eventsPerSecond, lastEvent }) => (
          <li key={category}>
            <Link to="/admin/events" search={{ category }} {...marking(category)}>
              {title}
            </Link>
            <span>{rateOf(eventsPerSecond)}</span>
            <span>{lastEventWords({ lastEvent })}</span>
          </li>
        ))}
      </Column>
    </>
  )
}

type WrittenProps = Pick<FlowLayout, 'written' | 'rows'> & {
  data: Pick<OperationsData, 'engines' | 'jobs'>
  lags: readonly Series[]
  marking: (key: string) => Marking
}

function Written({ written, rows, data, lags, marking }: WrittenProps) {
  const span = use(TrendSpan)
  return (
    <>
      <h3>Written to</h3>
      <Column label="Written to" rows={rows} length={written.length} height={writtenHeight}>
        {written.map((one) => {
          const { label, hash, state, isFaulty } = writtenState(one, data.engines.engines, data.jobs)
          return (
            <li key={one.kind} className={clsx(isFaulty && styles['faulty'])}>
              <Link to="/admin/operations" search hash={hash} {...marking(one.kind)}>
                {label}
              </Link>
              <span>{state}</span>
              <span>{lagWords(one, worstOf(lags, one.writers), span)}</span>
              <span>{lastEventWords(one)}</span>
            </li>
          )
        })}
      </Column>
    </>
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
