import type { LineChange } from '../../lib/cart/cart-changes.ts'
import { formatAmount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import styles from './checkout-screen.module.css'

type PriceChangesProps = { changes: LineChange[]; onAccept: (changes: readonly LineChange[]) => void }

/** Says plainly which lines changed since they were put into the cart, and offers to go on with the new ones. */
export function PriceChanges({ changes, onAccept }: PriceChangesProps) {
  return (
    <Message kind="warning">
      <p role="alert">
        <strong>Your cart has changed, so nothing was ordered.</strong> Please look at these lines:
      </p>
      <ul className={styles['changes']}>
        {changes.map((change) => (
          <li key={change.id}>{sentenceOf(change)}</li>
        ))}
      </ul>
      <div>
        <Button look="secondary" onClick={() => onAccept(changes)}>
          Update my cart
        </Button>
      </div>
    </Message>
  )
}

function sentenceOf(change: LineChange): string {
  if (change.kind === 'withdrawn') return `${change.title} is no longer available.`
  return `${change.title} now costs ${formatAmount(change.to)} instead of ${formatAmount(change.from)}.`
}
