import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import { failureOf, type OrderMail } from './notes-and-mails.ts'
import { mailSteps, useMailStep, type MailStep } from './use-mail-step.ts'
import * as styles from './console.module.css'

const tones: Record<OrderMail['fate'], Tone> = {
  sent: 'success',
  waiting: 'info',
  held: 'warning',
  failed: 'danger',
  'not sent': 'neutral',
}

/**
 * The mails about an order with their delivery status. One can be sent a second time, or tried again; for one that is held,
 * it is decided whether it is sent.
 */
export function OrderMails({ mails }: { mails: readonly OrderMail[] }) {
  const [asking, setAsking] = useState<{ step: MailStep; mail: OrderMail }>()
  const take = useMailStep()
  return (
    <section className={styles['section']} aria-labelledby="mails">
      <h2 id="mails">Emails to the buyer</h2>
      {mails.length === 0 ? (
        <p className={styles['soft']}>No email yet.</p>
      ) : (
        <ul className={styles['mails']}>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} onAsk={(step) => setAsking({ mail, step })} />
          ))}
        </ul>
      )}
      {asking && (
        <StepDialog
          step={mailSteps[asking.step]}
          subject={`Email “${asking.mail.about}”`}
          asksForDetails={false}
          onClose={() => setAsking(undefined)}
          onTake={() => take(asking.step, asking.mail.id)}
        />
      )}
    </section>
  )
}

function MailRow({ mail, onAsk }: { mail: OrderMail; onAsk: (step: MailStep) => void }) {
  return (
    <li className={styles['mail']}>
      <MailStatus mail={mail} />
      {stepsFor[mail.fate].map((step) => (
        <Button key={step} look="quiet" onClick={() => onAsk(step)}>
          {mailSteps[step].action}
          <span className="visually-hidden"> the email {mail.about}</span>
        </Button>
      ))}
    </li>
  )
}

const stepsFor: Record<OrderMail['fate'], readonly MailStep[]> = {
  sent: ['send-again'],
  waiting: [],
  held: ['send', 'discard'],
  failed: ['retry'],
  'not sent': [],
}

function MailStatus({ mail }: { mail: OrderMail }) {
  const { id, about, fate, sentAt, copyOf } = mail
  const failure = failureOf(mail)
  return (
    <div>
      <p>
        {about} <Badge tone={tones[fate]}>{fate}</Badge>
      </p>
      <p className={styles['soft']}>
        {sentAt && <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>}
        {sentAt && failure !== '' && ', '}
        {failure}
        {copyOf !== undefined && (
          <>
            {' '}
            <Link to="/admin/events/$eventId" params={{ eventId: id.replace(/-email$/, '') }}>
              Second copy: who requested it
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
