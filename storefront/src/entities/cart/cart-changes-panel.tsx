import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { LineChange } from './cart-changes.ts'
import { acceptCartChangesAtom, cartChangesAtom } from './cart-offers-atoms.ts'
import { formatAmount } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import * as styles from './cart-changes.module.css'
import { Message } from '../../ui/feedback/message.tsx'

type CartChangesProps = {
  /** The consequence of the changes on this screen, for example that nothing was ordered. */
  lead?: ReactNode
  onAccept?: () => void
}

const filledBefore = <strong>Some of your cart has changed since you filled it:</strong>

/** Lists each line whose price or availability changed, with one button to accept all; empty without changes. */
export function CartChanges({ lead = filledBefore, onAccept }: CartChangesProps) {
  const changes = useAtomValue(cartChangesAtom)
  const accept = useSetAtom(acceptCartChangesAtom)
  if (changes.length === 0) return null
  return (
    <Message kind="warning">
      <p>{lead}</p>
      <ul className={styles['changes']}>
        {changes.map((change) => (
          <li key={change.id}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      <div>
        <Button
          look="secondary"
          onClick={() => {
            accept()
            onAccept?.()
          }}
        >
          Accept and update my cart
        </Button>
      </div>
    </Message>
  )
}

function Change({ change }: { change: LineChange }) {
  if (change.kind === 'withdrawn') {
    return (
      <>
        <strong>{change.title}</strong> is no longer available and will be removed from your cart.
      </>
    )
  }
  const { title, from, to } = change
  const difference = formatAmount(Math.abs(to - from))
  return (
    <>
      <strong>{title}</strong> now costs {formatAmount(to)} instead of {formatAmount(from)}: {difference}{' '}
      {to > from ? 'more' : 'less'} each.
    </>
  )
}

/** Shown next to a total while the cart has changes: the total is the sum of the former prices. */
export function FormerTotal({ className }: { className: string | undefined }) {
  if (useAtomValue(cartChangesAtom).length === 0) return null
  return <p className={className}>Based on the earlier prices. Accept the changes to see today’s total.</p>
}
