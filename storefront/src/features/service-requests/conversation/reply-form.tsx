import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { MessageForm } from '../../../entities/session/message-form.tsx'
import { useSession } from '../../../entities/session/use-session.ts'
import { sendReply } from '../../../lib/api/service-requests.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** Writes to the shop, if the request is one's own, and to its requester otherwise. */
export function ReplyForm({ request: { id, loginUserName } }: { request: ServiceRequest }) {
  const api = useApi()
  const isOwn = useSession()?.loginUserName === loginUserName
  return (
    <MessageForm
      name={`reply ${id}`}
      label="Your message"
      hint={isOwn ? 'We are notified by email.' : 'The requester is notified by email if the account has an address.'}
      rows={4}
      button={{ label: 'Send message', busy: 'Sending...' }}
      sent="Your message was sent"
      send={(text, idempotencyKey) => sendReply(api, { id, body: { text }, idempotencyKey })}
    />
  )
}
