import { useRouterState } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { X } from 'lucide-react'
import { useSession } from '../../entities/session/use-session.ts'
import { noticeAtom } from '../../lib/notice-atoms.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import styles from './placed-order.module.css'

/** Where a placed order leads (spec §2, §4). */
const targets = new Set(['/', '/collection'])

/** The order that was just placed: its number, what happens next, and a way to it. Only its buyer sees it. */
export function PlacedOrder({ orderId, owner }: { orderId: string; owner: string }) {
  const dismiss = useSetAtom(noticeAtom)
  const session = useSession()
  const isThere = useRouterState({ select: ({ location }) => targets.has(location.pathname) })
  if (!isThere || session?.loginUserName !== owner) return null
  return (
    <section className={styles['notice']} aria-label="Your order">
      <Message kind="success">
        <div className={styles['body']}>
          <p className={styles['text']}>
            <strong>Order {orderId} was placed.</strong> We confirm it, hand it to a courier, and write to you at each
            step. You pay when it reaches you.
          </p>
          <ButtonLink to="/my-orders/$orderId" params={{ orderId }} look="secondary">
            View your order
          </ButtonLink>
          <IconButton label="Dismiss the notice of your order" onClick={() => dismiss(null)}>
            <X aria-hidden />
          </IconButton>
        </div>
      </Message>
    </section>
  )
}
