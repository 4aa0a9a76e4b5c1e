import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { use } from 'react'
import type { Operation, ProjectionStatus, Series } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../../lib/api/operations.ts'
import { Button } from '../../../ui/button.tsx'
import { toCard } from '../subscription/card-id.ts'
import { operatorStepTexts } from '../subscription/operator-steps.ts'
import { TrendBars, TrendSpan } from '../trend/trend.tsx'
import type { FlowNode } from './flow-layout.ts'
import { stateOf } from './flow-words.ts'
import { isBad, lagWords, lastEventWords, resultWords, worksOf, type Work } from './node-words.ts'
import type { Marking } from './use-marked.ts'
import * as styles from './flow.module.css'

export type NodeProps = {
  node: FlowNode
  /** The categories that it reads, in words. */
  reads: string
  /** Its lag over the chosen span. */
  lag: Series | undefined
  /** Its newest replay, dry run and verification. */
  results: readonly Operation[]
  marking: Marking
  onAsk: (subscription: ProjectionStatus, step: OperatorStep) => void
}

/** A read model or reactor: its state, lag, last event, last results, and what runs now, which can be stopped. */
export function Node({ node, reads, lag, results, marking, onAsk }: NodeProps) {
  const { name, writes, status } = node
  const span = use(TrendSpan)
  const works = status === undefined ? [] : worksOf(status)
  return (
    <li className={clsx(styles['node'], status?.status === 'failed' && styles['faulty'])} aria-label={name}>
      <span className={styles['nodeHead']}>
        <Link {...toCard(name)} {...marking}>
          {name}
        </Link>
        <span>{stateOf(status)}</span>
      </span>
      {status && (
        <span className={styles['line']}>
          {lag && <TrendBars series={lag} />}
          <span>{lagWords(status, lag, span)}</span>
          <span>{lastEventWords(node)}</span>
        </span>
      )}
      <span className={styles['path']}>
        Reads {reads}; writes {writes}
      </span>
      <Works works={works.filter(({ words }) => words !== stateOf(status))} />
      <Results results={results} />
      {status && <Stops name={name} works={works} onStop={(step) => onAsk(status, step)} />}
    </li>
  )
}

function Results({ results }: Pick<NodeProps, 'results'>) {
  if (results.length === 0) return null
  return (
    <span className={styles['line']}>
      {results.map((operation) => (
        <span key={operation.type} className={clsx(isBad(operation) && styles['bad'])}>
          {resultWords(operation)}
        </span>
      ))}
    </span>
  )
}

/** What runs in addition to what the state says. */
function Works({ works }: { works: readonly Work[] }) {
  return works.map(({ step, words }) => <span key={step}>{words}</span>)
}

type StopsProps = { name: string; works: readonly Work[]; onStop: (step: OperatorStep) => void }

function Stops({ name, works, onStop }: StopsProps) {
  if (works.length === 0) return null
  return (
    <span className={styles['stops']}>
      {works.map(({ step }) => (
        <Button
          key={step}
          look="secondary"
          aria-label={`${operatorStepTexts[step].action}: ${name}`}
          onClick={() => onStop(step)}
        >
          {operatorStepTexts[step].action}
        </Button>
      ))}
    </span>
  )
}
