import { Link } from '@tanstack/react-router'
import type { Job } from '#modules/notifications/schema.ts'
import { placeOf } from '../../../entities/event/destination.ts'
import { countOf, formatDateTime } from '../../../lib/format/format.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { SelectBox } from '../../../ui/table/select-box.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { MailActions } from './mail-actions.tsx'
import { MailBadge, mailName, mailTitle } from './mail-columns.tsx'
import { stepsOf } from './mail-steps.ts'
import * as styles from '../../../ui/data/row-cards.module.css'

/** The mails as cards, for screens without room for a table. */
export function MailCards({ mails, selection }: { mails: readonly Job[]; selection: Selection }) {
  return (
    <ul className={styles['cards']}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <article className={styles['card']}>
            <div className={styles['head']}>
              <SelectBox selection={selection} of={mail.id} name={mailTitle(mail)} isOnCard />
              <strong>{mailName(mail)}</strong>
              <MailBadge status={mail.status} />
            </div>
            <p>
              About <Link {...placeOf(mail.stream)}>{shortened(mail.stream)}</Link>, {formatDateTime(mail.createdAt)}
            </p>
            <p className={styles['note']}>{progressOf(mail)}</p>
            <MailActions mail={mail} steps={stepsOf(mail)} />
          </article>
        </li>
      ))}
    </ul>
  )
}

function progressOf({ attempts, nextAttemptAt, error }: Job): string {
  const next = nextAttemptAt === undefined ? '' : `, the next one ${formatDateTime(nextAttemptAt)}`
  return `${countOf(attempts, 'attempt')}${next}${error === undefined ? '' : `: ${error}`}`
}
