import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cartTotalAtom } from '../cart-atoms.ts'
import { CartChanges, FormerTotal } from '../cart-changes-panel.tsx'
import { cartCount } from '../cart.ts'
import { CartLine } from '../line/cart-line.tsx'
import { useCartCheck } from '../use-cart-check.ts'
import { useCart } from '../use-cart.ts'
import { countOf, formatAmount } from '../../../lib/format/format.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { useDrawer } from '../../../ui/overlays/use-drawer.ts'
import { useRemoval } from '../removal/use-removal.ts'
import * as styles from './cart-drawer.module.css'

/**
 * The cart next to the page that a product was added on. It is a native modal dialog, so that the focus stays inside and
 * Escape closes it; a link and the backdrop close it too. The focus returns to what it had before the message about the product.
 */
export function CartDrawer({ opener, onClose }: { opener: Element | null; onClose: () => void }) {
  const { ref, close, onClick } = useDrawer()
  const items = useCart()
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useCartCheck()

  function leave() {
    onClose()
    returnFocus(opener)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- links answer to Enter and the dialog to Escape
    <dialog ref={ref} className={styles['drawer']} aria-labelledby={titleId} onClose={leave} onClick={onClick}>
      <div className={styles['content']}>
        <div className={styles['head']}>
          <h2 ref={title} id={titleId} tabIndex={-1}>
            Cart, {countOf(cartCount(items), 'item')}
          </h2>
          <IconButton label="Close cart" onClick={close}>
            <X aria-hidden />
          </IconButton>
        </div>
        <Lines onPressed={() => title.current?.focus()} />
        {items.length === 0 ? <Empty /> : <Foot />}
      </div>
    </dialog>
  )
}

/** To the page if the opener is gone: a native dialog would move the focus nowhere. */
function returnFocus(opener: Element | null): void {
  const target = opener?.isConnected && opener !== document.body ? opener : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/**
 * The lines; the last one removed can be brought back here, because messages outside a modal dialog cannot be reached.
 * `onPressed`: a button was pressed that is gone after it.
 */
function Lines({ onPressed }: { onPressed: () => void }) {
  const items = useCart()
  const [removed, setRemoved] = useState<{ message: string; undo: () => void }>()
  const { remove } = useRemoval((message, undo) => setRemoved({ message, undo }))
  return (
    <div className={styles['lines']}>
      <output className={styles['changes']}>
        <CartChanges onAccept={onPressed} />
      </output>
      <output>
        {removed && (
          <span className={styles['removed']}>
            {removed.message}
            <UndoButton
              key={items.length}
              onClick={() => {
                removed.undo()
                setRemoved(undefined)
                onPressed()
              }}
            />
          </span>
        )}
      </output>
      <ul className={styles['list']}>
        {items.map((item) => (
          <CartLine key={item.id} item={item} compact onRemove={() => remove(item)} />
        ))}
      </ul>
    </div>
  )
}

/** Takes the focus of the line that was removed. */
function UndoButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} look="quiet" onClick={onClick}>
      Undo
    </Button>
  )
}

function Empty() {
  return (
    <div className={styles['foot']}>
      <p>Your cart is empty.</p>
      <ButtonLink to="/collection" wide>
        Explore Products
      </ButtonLink>
    </div>
  )
}

function Foot() {
  const total = useAtomValue(cartTotalAtom)
  return (
    <div className={styles['foot']}>
      <p className={styles['total']}>
        Total <strong>{formatAmount(total)}</strong>
      </p>
      <FormerTotal className={styles['note']} />
      <p className={styles['note']}>Exclusive of GST. You pay by cash on delivery.</p>
      <div className={styles['ways']}>
        <ButtonLink to="/cart" look="secondary">
          View cart
        </ButtonLink>
        <ButtonLink to="/checkout">Proceed to Checkout</ButtonLink>
      </div>
    </div>
  )
}
