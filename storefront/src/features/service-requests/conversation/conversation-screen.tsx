import { clsx } from 'clsx'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { formatMoment } from '../../../lib/format/format.ts'
import { useRole } from '../../../entities/session/use-session.ts'
import { Page, PageHead } from '../../../ui/page.tsx'
import { RequestActions } from '../board/request-actions.tsx'
import { RequestCard } from '../request-card.tsx'
import { canReply, linesOf, requestOf, type Line } from './conversation.ts'
import { ReplyForm } from './reply-form.tsx'
import styles from './conversation.module.css'

/** A service request, what its requester and the shop have written to each other, and a field to write more. */
export function ConversationScreen({ id, history }: { id: string; history: readonly HistoryEntry[] }) {
  const request = requestOf(id, history)
  const isAdmin = useRole() === 'ADMIN'
  return (
    <Page width="reading">
      <PageHead title="Service request" />
      <div className={styles['parts']}>
        {/* The messages begin with the summary. */}
        <RequestCard request={{ ...request, description: '' }}>
          {isAdmin && <RequestActions request={request} />}
        </RequestCard>
        <section aria-labelledby="messages">
          <h2 id="messages" className={styles['heading']}>
            Messages
          </h2>
          <ol className={styles['lines']}>
            {linesOf(history).map((line) => (
              <li key={line.key} className={clsx(styles['line'], styles[line.from])}>
                <Entry line={line} />
              </li>
            ))}
          </ol>
        </section>
        {canReply(history) && <ReplyForm id={id} />}
      </div>
    </Page>
  )
}

function Entry({ line: { title, text, at } }: { line: Line }) {
  return (
    <>
      <p className={styles['by']}>
        <strong>{title}</strong> <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      {text !== '' && <p className={styles['text']}>{text}</p>}
    </>
  )
}
