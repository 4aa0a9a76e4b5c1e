import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** Leads to what the requester and the shop have written to each other. */
export function MessagesLink({ request: { id, title } }: { request: ServiceRequest }) {
  return (
    <ButtonLink to="/my-orders/requests/$requestId" params={{ requestId: id }} look="secondary">
      Messages<span className="visually-hidden"> about {title}</span>
    </ButtonLink>
  )
}
