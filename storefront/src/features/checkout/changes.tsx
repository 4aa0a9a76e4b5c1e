import { CartChanges } from '../../entities/cart/cart-changes-panel.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import type { CheckoutState } from './use-checkout.ts'
import styles from './checkout-screen.module.css'

type ChangesProps = { state: CheckoutState; onAccept: () => void }

/** What changed about the cart: said before the order is tried, and again where the shop refused it for that. */
export function Changes({ state, onAccept }: ChangesProps) {
  const isRefused = state.status === 'changed'
  if (isRefused && state.lines.length > 0) return <RefusedLines lines={state.lines} />
  const lead = isRefused ? (
    <span role="alert">
      <strong>Your cart has changed, so nothing was ordered.</strong> Please look at these lines:
    </span>
  ) : (
    <>
      <strong>Your cart has changed since you filled it.</strong> Please look at these lines before you order:
    </>
  )
  return <CartChanges lead={lead} onAccept={onAccept} />
}

/** Where today's prices cannot be looked up, the shop's refusal still names every line. */
function RefusedLines({ lines }: { lines: readonly string[] }) {
  return (
    <Message kind="error">
      <p>
        <strong>Your cart has changed, so nothing was ordered.</strong>
      </p>
      <ul className={styles['changes']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Message>
  )
}
