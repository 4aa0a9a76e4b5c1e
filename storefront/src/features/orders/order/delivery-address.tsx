import type { Order } from '#modules/ordering/schema.ts'
import { OrEmpty } from '../../../ui/data/or-empty.tsx'

/** The recipient and address of an order, one line each. */
export function DeliveryAddress({ shipping }: Pick<Order, 'shipping'>) {
  return (
    <>
      <span>
        <OrEmpty text={shipping.name} />
      </span>
      <span>
        <OrEmpty text={shipping.address} />
      </span>
      <span>
        <OrEmpty text={shipping.city} />, <OrEmpty text={shipping.state} /> <OrEmpty text={shipping.zipCode} />
      </span>
      <span>
        <OrEmpty text={shipping.mobile} />
      </span>
    </>
  )
}
