import type { Order } from '#modules/ordering/schema.ts'

/** Where an order goes and for whom, a line each, wherever a page shows it. */
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
