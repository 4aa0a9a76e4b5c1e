import { CartChanges } from '../../entities/cart/cart-changes-panel.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import type { CheckoutState } from './checkout-state.ts'
import * as styles from './checkout-screen.module.css'

type ChangesProps = { state: CheckoutState; onAccept: () => void }

/** The changes to the cart, shown before the order is sent, and again if the server refused it because of them. */
export function Changes({ state, onAccept }: ChangesProps) {
  const isRefused = state.status === 'changed'
  if (isRefused && state.lines.length > 0) return <RefusedLines lines={state.lines} />
  const lead = isRefused ? (
    <span role="alert">
      <strong>Your cart has changed, so nothing was ordered.</strong> Please check these lines:
    </span>
  ) : (
    <>
      <strong>Your cart has changed since you filled it.</strong> Please check these lines before you order:
    </>
  )
  return <CartChanges lead={lead} onAccept={onAccept} />
}

/** The lines as the server's refusal names them, for when the current prices cannot be fetched. */
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
