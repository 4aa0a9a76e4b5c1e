import { Link } from '@tanstack/react-router'
import type { Job } from '#modules/notifications/schema.ts'
import { placeOf } from '../../../entities/event/destination.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { wordsOfMail } from '../../../entities/event/mail-words.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { ShortId, shortened } from '../../../ui/data/short-id.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { statusBadges } from './mail-states.ts'
import type { columnIds } from './mails-search.ts'
import * as styles from './mails.module.css'

type MailColumn = Column<Job> & { id: (typeof columnIds)[number] }

/** The columns of the table of mails. The subject of a mail is a link. */
export const mailColumns: readonly MailColumn[] = [
  {
    id: 'about',
    head: 'About',
    cell: ({ stream }) => (
      <Link {...placeOf(stream)} className={styles['about']} title={stream}>
        {shortened(idIn(stream))}
      </Link>
    ),
  },
  { id: 'kind', head: 'Email', cell: mailName },
  { id: 'created', head: 'Created', sorts: 'desc', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { id: 'state', head: 'State', cell: ({ status }) => <MailBadge status={status} /> },
  { id: 'tries', isMinor: true, head: 'Attempts', sorts: 'desc', isNumber: true, cell: ({ attempts }) => attempts },
  {
    id: 'next',
    isMinor: true,
    head: 'Next attempt',
    sorts: 'asc',
    cell: ({ nextAttemptAt }) => nextAttemptAt && formatDateTime(nextAttemptAt),
  },
  { id: 'reason', head: 'Reason', fills: true, cell: ({ error }) => error },
  { id: 'sent', head: 'Sent', isExtra: true, cell: ({ sentAt }) => sentAt && formatDateTime(sentAt) },
  {
    id: 'account',
    head: 'Account',
    isExtra: true,
    cell: ({ recipientId }) => recipientId !== undefined && <ShortId text={recipientId} of="the account" />,
  },
  { id: 'message', head: 'Message-ID', isExtra: true, cell: ({ messageId }) => messageId },
]

/** Only the id: the kind of the mail shows what the id refers to. */
function idIn(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** The kind of a mail in words, and whether it is a second copy. */
export function mailName({ kind, copyOf }: Job): string {
  return copyOf === undefined ? wordsOfMail(kind) : `${wordsOfMail(kind)} (copy)`
}

/** The name of a mail where several are listed. */
export function mailTitle(mail: Job): string {
  return `${mailName(mail)} about ${shortened(mail.stream)}`
}

export function MailBadge({ status }: Pick<Job, 'status'>) {
  const { tone, label } = statusBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}
