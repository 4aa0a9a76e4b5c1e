import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Job, JobPage } from '#modules/notifications/schema.ts'
import type { Engines, Flow, Series } from '#modules/operations/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { retryJob } from '../../lib/api/operations.ts'
import { formatCount, formatDateTime } from '../../lib/format/format.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toCard } from './subscription/card-id.ts'
import { HeldMails } from './held-mails.tsx'
import { mailTitle } from './mails/mail-columns.tsx'
import { MailSubject } from './mails/mail-subject.tsx'
import { Trend } from './trend/trend.tsx'
import * as styles from './operations.module.css'

type EngineListProps = { engines: Engines['engines']; flow: Flow; latencies: readonly Series[] }

/** Whether each engine answers, and its response time over the chosen span. */
export function EngineList({ engines, flow, latencies }: EngineListProps) {
  return (
    <section id="engines" className={styles['section']} aria-label="Engines">
      <h2>Engines</h2>
      <ul className={styles['engines']}>
        {engines.map(({ name, ok, ms, without, error }) => (
          <li key={name}>
            <strong>{name}</strong> {ok ? `answers in ${formatCount(ms)} ms` : (error ?? 'does not answer')}
            <p className={styles['note']}>{without}</p>
            <ReplayOfIndex engine={name} flow={flow} />
            <Trend
              series={latencies.find((one) => one.name === name)}
              what="latency"
              format={(value) => `${formatCount(value)} ms`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The search index is replayed through the read model that writes to it, which its name does not show. */
function ReplayOfIndex({ engine, flow }: { engine: string; flow: Flow }) {
  return flow.subscriptions
    .filter(({ writes }) => writes === 'search index' && writes === engine)
    .map(({ name }) => (
      <p key={name}>
        <Link {...toCard(name)}>Replay the search index: {name}</Link>
      </p>
    ))
}

type MailsProps = { jobs: JobPage; held: JobPage; onChanged: () => Promise<void> }

/** The counts of mails; the held ones, which need a decision; the failed ones, which can be retried. */
export function Mails({ jobs, held, onChanged }: MailsProps) {
  const { waiting, failed, done } = jobs.counts
  const { retrying, retry } = useRetryJob(onChanged)
  return (
    <section id="mails" className={styles['section']} aria-label="Emails">
      <h2>Emails</h2>
      <div className={styles['mailsHead']}>
        <p className={styles['note']}>
          {formatCount(waiting)} waiting, {held.counts.held > 0 && `${formatCount(held.counts.held)} held, `}
          {formatCount(failed)} failed, {formatCount(done)} done
        </p>
        <ButtonLink to="/admin/operations/mails" look="secondary">
          All emails
        </ButtonLink>
      </div>
      <HeldMails held={held.content} count={held.counts.held} onDecided={onChanged} />
      <ul className={styles['jobs']}>
        {jobs.content.map((job) => (
          <li key={job.id}>
            <span>
              <MailSubject mail={job} />, {formatDateTime(job.createdAt)}
              {job.error !== undefined && `: ${job.error}`}
            </span>
            <Button look="secondary" disabled={retrying.has(job.id)} onClick={() => void retry(job)}>
              Try again
              <span className="visually-hidden">: {mailTitle(job)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A job counts as being retried until the list has been reloaded. */
function useRetryJob(onRetried: () => Promise<void>) {
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  const [retrying, setRetrying] = useState<ReadonlySet<string>>(new Set())
  async function retry({ id }: Job): Promise<void> {
    setRetrying((others) => new Set([...others, id]))
    try {
      await retryJob(api, id)
      toast.success('The email is being retried')
      await onRetried()
    } catch (error) {
      if (!endSession(error)) toast.error(messageOf(error))
    } finally {
      setRetrying((others) => new Set([...others].filter((other) => other !== id)))
    }
  }
  return { retrying, retry }
}
