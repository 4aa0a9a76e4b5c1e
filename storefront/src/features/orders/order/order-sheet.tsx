import type { Order } from '#modules/ordering/schema.ts'
import { lineTotal } from '../../../entities/cart/cart.ts'
import { formatAmount, formatDay } from '../../../lib/format/format.ts'
import { shop } from '../../../lib/shop.ts'
import { DeliveryAddress } from './delivery-address.tsx'
import { paymentLabel, statusLabels } from '../order-status.ts'
import * as styles from './order-sheet.module.css'

/** The order for printing, like a proforma invoice, exclusive of GST. Hidden on the screen. */
export function OrderSheet({ order }: { order: Order }) {
  const { orderId, items, shipping, totalAmount, status, date } = order
  return (
    <div className={styles['sheet']}>
      <header className={styles['head']}>
        <div>
          <strong>{shop.legalName}</strong>
          {shop.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>
            {shop.phone} · {shop.email}
          </span>
        </div>
        <div>
          <h1>Proforma invoice</h1>
          <span>Order {orderId}</span>
          <span>Placed on {formatDay(date)}</span>
          <span>Status: {statusLabels[status]}</span>
        </div>
      </header>
      <p>
        <strong>Deliver to</strong>
        <DeliveryAddress shipping={shipping} />
      </p>
      <table className={styles['items']}>
        <thead>
          <tr>
            <th>No.</th>
            <th>Item</th>
            <th>Quantity</th>
            <th>Rate</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={item.id}>
              <td>{index + 1}</td>
              <td>
                {item.title}
                <small>
                  {item.company} · {item.brand}
                </small>
              </td>
              <td>{item.quantity}</td>
              <td>{formatAmount(item.price)}</td>
              <td>{formatAmount(lineTotal(item))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={4}>Total, exclusive of GST</th>
            <td>{formatAmount(totalAmount)}</td>
          </tr>
        </tfoot>
      </table>
      <p>
        Payment: cash on delivery, {dueOf(order)}. All prices are in Indian rupees and exclusive of GST. This is not a
        tax invoice; the tax invoice comes with the goods.
      </p>
    </div>
  )
}

function dueOf(order: Order): string {
  const label = paymentLabel(order)
  return label === 'Pending' ? 'due when the goods arrive' : label.toLowerCase()
}
