import { MessageForm } from '../../../entities/session/message-form.tsx'
import { useRole } from '../../../entities/session/use-session.ts'
import { sendReply } from '../../../lib/api/service-requests.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** Writes to the requester or to the shop. */
export function ReplyForm({ id }: { id: string }) {
  const api = useApi()
  const isAdmin = useRole() === 'ADMIN'
  return (
    <MessageForm
      name={`reply ${id}`}
      label="Your message"
      hint={isAdmin ? 'The requester is notified by email if the account has an address.' : 'We are notified by email.'}
      rows={4}
      button={{ label: 'Send message', busy: 'Sending...' }}
      sent="Your message was sent"
      send={(text, idempotencyKey) => sendReply(api, { id, body: { text }, idempotencyKey })}
    />
  )
}
