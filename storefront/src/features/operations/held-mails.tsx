import { useState } from 'react'
import type { Job } from '#modules/notifications/schema.ts'
import { decideHeldJob, decideHeldJobs, type HeldDecision } from '../../lib/api/operations.ts'
import { countOf, formatDateTime } from '../../lib/format/format.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { mailTitle } from './mails/mail-columns.tsx'
import { MailSubject } from './mails/mail-subject.tsx'
import * as styles from './operations.module.css'
import { useDecision } from './use-decision.ts'

/** A decision to be confirmed: about one mail, or about all held mails if there is no `job`. */
type Asking = { decision: HeldDecision; job?: Job }

type HeldMailsProps = { held: readonly Job[]; count: number; onDecided: () => Promise<void> }

/** The mails waiting for a decision: send or mark as not sent, each or all at once. */
export function HeldMails({ held, count, onDecided }: HeldMailsProps) {
  const [asking, setAsking] = useState<Asking>()
  if (count === 0 && asking === undefined) return null
  return (
    <section className={styles['held']} aria-label="Held emails">
      <Message kind="warning">
        {countOf(count, 'email')} held. They may have been sent before the database was restored, or are about events of
        long ago. Decide what becomes of them.
      </Message>
      <div className={styles['actions']}>
        <Button look="secondary" onClick={() => setAsking({ decision: 'send' })}>
          Send all
        </Button>
        <Button look="secondary" onClick={() => setAsking({ decision: 'discard' })}>
          Mark all as not sent
        </Button>
      </div>
      <ul className={styles['jobs']}>
        {held.map((job) => (
          <HeldMail key={job.id} job={job} onAsk={setAsking} />
        ))}
      </ul>
      {count > held.length && (
        <p className={styles['note']}>The newest {held.length} are shown; the others appear as these are decided.</p>
      )}
      {asking && (
        <DecisionQuestion
          {...asking}
          count={count}
          onClose={() => setAsking(undefined)}
          onTaken={() => {
            setAsking(undefined)
            void onDecided()
          }}
        />
      )}
    </section>
  )
}

function HeldMail({ job, onAsk }: { job: Job; onAsk: (asking: Asking) => void }) {
  const { createdAt, error } = job
  const about = <span className="visually-hidden">: {mailTitle(job)}</span>
  return (
    <li>
      <span>
        <MailSubject mail={job} />, held {formatDateTime(createdAt)}
        {error !== undefined && `: ${error}`}
      </span>
      <span className={styles['actions']}>
        <Button look="secondary" onClick={() => onAsk({ decision: 'send', job })}>
          Send
          {about}
        </Button>
        <Button look="quiet" onClick={() => onAsk({ decision: 'discard', job })}>
          Mark as not sent
          {about}
        </Button>
      </span>
    </li>
  )
}

const texts: Record<HeldDecision, { action: string; explanation: string; done: string }> = {
  send: {
    action: 'Send',
    explanation: 'A recipient who received the email before the restore gets it a second time.',
    done: 'released to be sent',
  },
  discard: {
    action: 'Mark as not sent',
    explanation: 'It is never sent, and stays in the list of those that are done. This cannot be undone.',
    done: 'marked as not sent',
  },
}

type QuestionProps = Asking & { count: number; onClose: () => void; onTaken: () => void }

function DecisionQuestion({ decision, job, count, onClose, onTaken }: QuestionProps) {
  // Confirms the count that the operator has read, even if the number of held mails has changed since.
  const [confirmed] = useState(count)
  const api = useApi()
  const { action, explanation, done } = texts[decision]
  const { take, busy, failure } = useDecision(async () => {
    await (job === undefined ? decideHeldJobs(api, decision, confirmed) : decideHeldJob(api, decision, job.id))
    return `${countOf(job === undefined ? confirmed : 1, 'email')} ${done}`
  }, onTaken)
  const what = job === undefined ? `all ${countOf(confirmed, 'held email')}` : 'this email'
  return (
    <Dialog title={decision === 'send' ? `Send ${what}?` : `Mark ${what} as not sent?`} onClose={onClose}>
      <p>
        {job !== undefined && (
          <>
            <strong>{mailTitle(job)}</strong>.{' '}
          </>
        )}
        {explanation}
      </p>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <DecisionActions
        action={action}
        look={decision === 'discard' ? 'danger' : 'primary'}
        busy={busy}
        onClose={onClose}
        onTake={() => void take()}
      />
    </Dialog>
  )
}
