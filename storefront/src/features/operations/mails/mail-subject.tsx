import type { Job } from '#modules/notifications/schema.ts'
import { CopiedStreamLink } from '../../../entities/event/stream-link.tsx'
import { mailName } from './mail-columns.tsx'

/** A mail in words, with a link to what it is about. */
export function MailSubject({ mail }: { mail: Job }) {
  return (
    <>
      {mailName(mail)} about <CopiedStreamLink stream={mail.stream} label={mail.stream} />
    </>
  )
}
