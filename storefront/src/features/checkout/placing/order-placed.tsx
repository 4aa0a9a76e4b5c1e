import { useNavigate, useRouter } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import type { Placed } from '../checkout-state.ts'
import * as styles from '../checkout-screen.module.css'

/** How long the success panel is shown before the home page. */
const successMs = 2500

type OrderPlacedProps = Placed & {
  /** Whether the cart holds something that was not ordered. */
  hasMore: boolean
}

/** The news that the order, or an earlier one, was placed. */
export function OrderPlaced({ orderId, isEarlier, hasMore }: OrderPlacedProps) {
  return isEarlier ? <EarlierSuccess orderId={orderId} hasMore={hasMore} /> : <Success orderId={orderId} />
}

/** The order was placed (spec §4): goes to the home page, unless another navigation has started. */
function Success({ orderId }: { orderId: string }) {
  const router = useRouter()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/' }), successMs)
    const stay = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) clearTimeout(timer)
    })
    return () => {
      clearTimeout(timer)
      stay()
    }
  }, [navigate, router])
  return (
    <Panel orderId={orderId}>
      <p className={styles['note']}>Redirecting to order confirmation...</p>
      <ToOrder orderId={orderId} />
    </Panel>
  )
}

/** An earlier order of which the buyer did not know; stays until the buyer leaves it. */
function EarlierSuccess({ orderId, hasMore }: { orderId: string; hasMore: boolean }) {
  return (
    <Panel orderId={orderId}>
      <p className={styles['note']}>
        This is the order that you sent before: it reached us, only our answer was lost. Nothing was ordered twice.
        {hasMore && ' What you have added since is still in your cart.'}
      </p>
      <ToOrder orderId={orderId} />
      {hasMore && (
        <ButtonLink to="/cart" look="quiet">
          Back to Cart
        </ButtonLink>
      )}
    </Panel>
  )
}

function ToOrder({ orderId }: { orderId: string }) {
  return (
    <ButtonLink to="/my-orders/$orderId" params={{ orderId }} look="secondary">
      View your order
    </ButtonLink>
  )
}

/** Takes the focus, because the button that had it is gone. */
function Panel({ orderId, children }: { orderId: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Page>
      <div className={styles['success']}>
        <CircleCheck strokeWidth={1.25} aria-hidden />
        <h1 ref={title} tabIndex={-1}>
          Order Placed Successfully!
        </h1>
        <p className={styles['orderId']}>{orderId}</p>
        {children}
      </div>
    </Page>
  )
}
