import { useHydrated, useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { useSession } from '../session/use-session.ts'
import * as styles from './sent-notice.module.css'

/** An order or a service request that was just sent, and the login name of its sender. */
export type Sent = { kind: 'order' | 'request'; id: string; owner: string }

/** The screens that an order and a request lead to (spec §2, §4). */
const targets = { order: ['/', '/collection'], request: ['/collection'] }

type SentNoticeProps = { sent: Sent; onDismiss: () => void }

/** What was just sent: what happens next, and a way to it. Only its sender sees it. */
export function SentNotice({ sent: { kind, id, owner }, onDismiss }: SentNoticeProps) {
  const isHydrated = useHydrated()
  const session = useSession()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  if (!isHydrated || !targets[kind].includes(pathname) || session?.loginUserName !== owner) return null
  return (
    <section className={styles['notice']} aria-label={`Your ${kind}`}>
      <Message kind="success">
        <div className={styles['body']}>
          {kind === 'order' ? (
            <>
              <p className={styles['text']}>
                <strong>Order {id} was placed.</strong> We confirm it, hand it to a courier, and write to you at each
                step. You pay when it reaches you.
              </p>
              <ButtonLink to="/my-orders/$orderId" params={{ orderId: id }} look="secondary">
                View your order
              </ButtonLink>
            </>
          ) : (
            <>
              <p className={styles['text']}>
                <strong>Your service request was sent.</strong> We answer on its page, where you can write to us too,
                and send you an email with each answer.
              </p>
              <ButtonLink to="/my-orders/requests/$requestId" params={{ requestId: id }} look="secondary">
                View your request
              </ButtonLink>
            </>
          )}
          <IconButton label={`Dismiss the notice of your ${kind}`} onClick={onDismiss}>
            <X aria-hidden />
          </IconButton>
        </div>
      </Message>
    </section>
  )
}
