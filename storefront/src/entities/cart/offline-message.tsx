import { useAtomValue } from 'jotai'
import { cartWaitingAtom } from './cart-waiting-atoms.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Message } from '../../ui/feedback/message.tsx'

/** Shows that the cart is stored on this device only; empty once it has reached the shop. */
export function OfflineMessage() {
  const isOnline = useOnline()
  const isWaiting = useAtomValue(cartWaitingAtom)
  const text = isOnline
    ? 'The shop cannot be reached right now. Your cart is kept on this device, and we keep trying.'
    : 'You are offline. Your cart is kept on this device and reaches the shop as soon as you are connected again.'
  return <output>{(!isOnline || isWaiting) && <Message kind="info">{text}</Message>}</output>
}
