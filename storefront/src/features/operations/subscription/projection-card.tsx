import type { Operation, ProjectionStatus, Series } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../../lib/api/operations.ts'
import { countOf, formatCount, formatDateTime } from '../../../lib/format/format.ts'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { shortened, WithCopy } from '../../../ui/data/short-id.tsx'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { cardIdOf } from './card-id.ts'
import type { FlowNode } from '../flow/flow-layout.ts'
import { timeLeft } from '../flow/flow-words.ts'
import { LastResults } from './last-results.tsx'
import { operatorStepTexts, stepsOf } from './operator-steps.ts'
import * as styles from '../operations.module.css'
import { RemedyText } from '../remedy-text.tsx'
import { Trend } from '../trend/trend.tsx'

const labels: Record<ProjectionStatus['status'], string> = {
  live: 'Live',
  'catching-up': 'Catching up',
  rebuilding: 'Rebuilding',
  failed: 'Failed',
}

const tones: Record<ProjectionStatus['status'], Tone> = {
  live: 'success',
  'catching-up': 'info',
  rebuilding: 'info',
  failed: 'danger',
}

type CardProps = {
  subscription: ProjectionStatus
  kind: 'projection' | 'reactor'
  /** Its lag over the chosen span. */
  lag: Series | undefined
  /** The last event that it took. */
  lastEvent: FlowNode['lastEvent']
  /** Its newest replay, dry run and verification. */
  results: readonly Operation[]
  onAsk: (step: OperatorStep) => void
}

/** The state of one read model or reactor, and the steps possible on it. */
export function ProjectionCard({ subscription, kind, lag, lastEvent, results, onAsk }: CardProps) {
  const { name, version, status, rebuild, verification, unfinished, previous, error } = subscription
  return (
    <article id={cardIdOf(name)} className={styles['card']} aria-label={name}>
      <div className={styles['cardHead']}>
        <h3>{name}</h3>
        <Badge tone={tones[status]}>{labels[status]}</Badge>
      </div>
      <dl className={styles['facts']}>
        <Fact term="Version" value={String(version)} />
        <Fact term="Position" value={formatCount(subscription.position)} />
        <Fact term="Lag" value={`${countOf(subscription.lag, 'event')}, ${formatCount(subscription.lagSeconds)} s`} />
        <Fact term="Rate" value={`${countOf(subscription.eventsPerSecond, 'event')}/s`} />
        <Fact term="Last event" value={lastEvent ? formatDateTime(lastEvent.at) : 'None yet'} />
        {previous && <Fact term="Previous build of" value={formatDateTime(previous.since)} />}
      </dl>
      <div className={styles['lag']}>
        <Trend series={lag} what="lag" format={(value) => countOf(value, 'event')} />
      </div>
      <Steps name={name} steps={stepsOf(subscription, kind)} onAsk={onAsk} />
      {rebuild && <Bar label={`Replay of ${name}`} {...rebuild} />}
      {verification && <Bar label={`Comparison of ${name}`} {...verification} />}
      {!rebuild && <Unfinished unfinished={unfinished} />}
      <Failure error={error} />
      <LastResults results={results} />
    </article>
  )
}

function Unfinished({ unfinished }: Pick<ProjectionStatus, 'unfinished'>) {
  if (unfinished === undefined) return null
  return (
    <p className={styles['note']}>
      A replay {unfinished.status === 'failed' ? 'has failed' : 'was stopped'} at position{' '}
      {formatCount(unfinished.position)}. Resume it, or start a new one.
    </p>
  )
}

function Failure({ error }: Pick<ProjectionStatus, 'error'>) {
  if (error === undefined) return null
  const { message, event } = error
  const isNamed = event !== undefined && message.includes(`at position ${event.position} `)
  return (
    <Message kind="error">
      <RemedyText text={message} />
      {event && !isNamed && (
        <p>
          {event.type} at position {formatCount(event.position)}, in{' '}
          <WithCopy text={event.stream} of="name of the stream">
            <span title={event.stream}>{shortened(event.stream)}</span>
          </WithCopy>
        </p>
      )}
    </Message>
  )
}

type StepsProps = { name: string; steps: readonly OperatorStep[]; onAsk: (step: OperatorStep) => void }

function Steps({ name, steps, onAsk }: StepsProps) {
  if (steps.length === 0) return null
  return (
    <div className={styles['actions']}>
      {steps.map((step) => (
        <Button
          key={step}
          look="secondary"
          aria-label={`${operatorStepTexts[step].action}: ${name}`}
          onClick={() => onAsk(step)}
        >
          {operatorStepTexts[step].action}
        </Button>
      ))}
    </div>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type BarProps = NonNullable<ProjectionStatus['rebuild']> & { label: string }

function Bar({ label, percent, position, total, eventsPerSecond, etaSeconds, waitsFor }: BarProps) {
  return (
    <div className={styles['bar']}>
      <progress aria-label={label} value={percent} max={100} />
      <span>
        {percent} % · {formatCount(position)} of {formatCount(total)} · {formatCount(eventsPerSecond)} events/s
        {etaSeconds !== null && ` · ${timeLeft(etaSeconds)}`}
      </span>
      {waitsFor !== undefined && <Message kind="error">Waiting: {waitsFor}.</Message>}
    </div>
  )
}
