import type { Order } from '#modules/ordering/schema.ts'

/** The recipient and address of an order, one line each. */
export function DeliveryAddress({ shipping }: Pick<Order, 'shipping'>) {
  return (
    <>
      <span>{shipping.name}</span>
      <span>{shipping.address}</span>
      <span>
        {shipping.city}, {shipping.state} {shipping.zipCode}
      </span>
      <span>{shipping.mobile}</span>
    </>
  )
}
