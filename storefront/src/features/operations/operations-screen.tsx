import { useState } from 'react'
import type { Operation, ProjectionStatus, ProjectionsStatus, Series } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../lib/api/operations.ts'
import { countOf, formatMoment } from '../../lib/format/format.ts'
import { Message } from '../../ui/feedback/message.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import type { OperationsPage } from './load-operations.ts'
import { EngineList, Mails } from './engines-and-jobs.tsx'
import { rowsOf, wordsOf } from './operation-words.ts'
import { FlowPicture } from './flow/flow-picture.tsx'
import { newestResults } from './subscription/newest-results.ts'
import { ProjectionCard } from './subscription/projection-card.tsx'
import { StepQuestion } from './subscription/step-question.tsx'
import { useOperations, useSamples } from './use-operations.ts'
import * as styles from './operations.module.css'

type Asking = { subscription: ProjectionStatus; step: OperatorStep }

/** The operator's page: the state of read models, reactors, engines and mails, and the actions on them. */
export function OperationsScreen({ initial }: { initial: OperationsPage }) {
  const { data, failure, refresh } = useOperations(initial.current)
  const { lags, latencies } = useSamples(initial.samples)
  const [asking, setAsking] = useState<Asking>()
  const { status, history, engines, jobs, held } = data
  const operations = [...initial.results.content, ...history.content]
  const units = { operations, lags, onAsk: setAsking }
  return (
    <Page>
      <PageHead
        title="Operations"
        lead={`${countOf(status.head, 'event')} in the log${foreignWords(status.foreign)}`}
      />
      {failure !== undefined && <Message kind="warning">This page may be out of date. {failure}</Message>}
      <FlowPicture flow={initial.flow} data={data} />
      <Units id="read-models" title="Read models" kind="projection" units={status.projections} {...units} />
      <Units id="reactors" title="Reactors" kind="reactor" units={status.reactors} {...units} />
      <EngineList engines={engines.engines} latencies={latencies} />
      <Mails jobs={jobs} held={held} onChanged={refresh} />
      <Record operations={history.content} />
      {asking && (
        <StepQuestion
          {...asking}
          onClose={() => setAsking(undefined)}
          onTaken={() => {
            setAsking(undefined)
            void refresh()
          }}
        />
      )}
    </Page>
  )
}

/** Foreign events are not a fault of the shop, but they show that another application writes to its log. */
function foreignWords({ events, newest }: ProjectionsStatus['foreign']): string {
  if (newest === undefined) return ''
  return `; ${countOf(events, 'event')} of others passed over, the newest ${newest.type} in ${newest.stream}`
}

type UnitsProps = {
  /** The part of the address that leads to it. */
  id: string
  title: string
  kind: 'projection' | 'reactor'
  units: readonly ProjectionStatus[]
  /** The lag of each over the last day. */
  lags: readonly Series[]
  /** The newest operations, and those with the newest results. */
  operations: readonly Operation[]
  onAsk: (asking: Asking) => void
}

function Units({ id, title, kind, units, lags, operations, onAsk }: UnitsProps) {
  if (units.length === 0) return null
  return (
    <section id={id} className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles['cards']}>
        {units.map((subscription) => (
          <li key={subscription.name}>
            <ProjectionCard
              subscription={subscription}
              kind={kind}
              lag={lags.find(({ name }) => name === subscription.name)}
              results={newestResults(subscription.name, operations)}
              onAsk={(step) => onAsk({ subscription, step })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The activity of operators, newest first. */
function Record({ operations }: { operations: readonly Operation[] }) {
  return (
    <section className={styles['section']} aria-label="Activity">
      <h2>Activity</h2>
      {operations.length === 0 && <p className={styles['note']}>Nothing was replayed, verified or skipped yet.</p>}
      <ol className={styles['record']}>
        {operations.map((operation) => (
          <li key={operation.position}>
            <time dateTime={operation.at}>{formatMoment(operation.at)}</time>
            <span>{wordsOf(operation)}</span>
            <Rows rows={rowsOf(operation)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Rows({ rows }: { rows: readonly string[] }) {
  if (rows.length === 0) return null
  return (
    <details className={styles['rows']}>
      <summary>Which rows</summary>
      <ul>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </details>
  )
}
