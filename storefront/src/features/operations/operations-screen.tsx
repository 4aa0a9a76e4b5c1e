import { useState } from 'react'
import type { Flow, Operation, ProjectionStatus, ProjectionsStatus, Series } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../lib/api/operations.ts'
import { countOf } from '../../lib/format/format.ts'
import { Message } from '../../ui/feedback/message.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import type { OperationsPage } from './load-operations.ts'
import { Activity } from './activity/activity.tsx'
import { EngineList, Mails } from './engines-and-jobs.tsx'
import { FlowPicture } from './flow/flow-picture.tsx'
import { isIn, useListed } from './listed.ts'
import { resultsOf } from './operation-words.ts'
import { Narrowed } from './narrowed.tsx'
import { SpanPicker } from './trend/span-picker.tsx'
import { TrendSpan } from './trend/trend.tsx'
import type { OperationsSearch } from './operations-search.ts'
import { ProjectionCard } from './subscription/projection-card.tsx'
import { StepQuestion } from './subscription/step-question.tsx'
import { useOperations, useSamples } from './use-operations.ts'
import * as styles from './operations.module.css'

type Asking = { subscription: ProjectionStatus; step: OperatorStep }

/** The operator's page: the state of read models, reactors, engines and mails, and the actions on them. */
export function OperationsScreen({ initial, search }: { initial: OperationsPage; search: OperationsSearch }) {
  const span = search.over ?? 'day'
  const { data, failure, refresh } = useOperations(initial.current, search)
  const { lags, latencies } = useSamples(initial.samples, span)
  const [asking, setAsking] = useState<Asking>()
  const { status, history, results, engines, jobs, held } = data
  const shared = { flow: data.flow, results: results.content, lags, onAsk: setAsking }
  const all = [...status.projections, ...status.reactors]
  const names = all.map(({ name }) => name)
  const listed = useListed(all, search.status)
  const isShown = ({ name }: ProjectionStatus) => listed.has(name)
  const inState = all.filter((one) => isIn(one, search.status)).length
  // It shows all of them, so it comes after those that were asked for.
  const picture = (
    <FlowPicture data={data} lags={lags} onAsk={(subscription, step) => setAsking({ subscription, step })} />
  )
  return (
    <Page>
      <PageHead
        title="Operations"
        lead={`${countOf(status.head, 'event')} in the log${foreignWords(status.foreign)}`}
      />
      {failure !== undefined && <Message kind="warning">This page may be out of date. {failure}</Message>}
      <SpanPicker search={search} />
      <TrendSpan value={span}>
        {search.status === undefined && picture}
        <Narrowed search={search} inState={inState} listed={all.filter(isShown).length} />
        <Subscriptions
          id="read-models"
          title="Read models"
          kind="projection"
          subscriptions={status.projections.filter(isShown)}
          {...shared}
        />
        <Subscriptions
          id="reactors"
          title="Reactors"
          kind="reactor"
          subscriptions={status.reactors.filter(isShown)}
          {...shared}
        />
        {search.status !== undefined && picture}
        <EngineList engines={engines.engines} flow={data.flow} latencies={latencies} />
      </TrendSpan>
      <Mails jobs={jobs} held={held} onChanged={refresh} />
      <Activity history={history} search={search} names={names} />
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
  return `; ${countOf(events, 'event')} of other applications skipped, the newest ${newest.type} in ${newest.stream}`
}

type SubscriptionsProps = {
  /** The part of the address that leads to it. */
  id: string
  title: string
  kind: 'projection' | 'reactor'
  subscriptions: readonly ProjectionStatus[]
  flow: Flow
  /** The lag of each over the chosen span. */
  lags: readonly Series[]
  /** The newest results of each. */
  results: readonly Operation[]
  onAsk: (asking: Asking) => void
}

function Subscriptions({ id, title, kind, subscriptions, flow, lags, results, onAsk }: SubscriptionsProps) {
  if (subscriptions.length === 0) return null
  return (
    <section id={id} className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles['cards']}>
        {subscriptions.map((subscription) => (
          <li key={subscription.name}>
            <ProjectionCard
              subscription={subscription}
              kind={kind}
              lag={lags.find(({ name }) => name === subscription.name)}
              lastEvent={flow.subscriptions.find(({ name }) => name === subscription.name)?.lastEvent}
              results={resultsOf(results, subscription.name)}
              onAsk={(step) => onAsk({ subscription, step })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
