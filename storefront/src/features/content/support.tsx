import { Link } from '@tanstack/react-router'
import { shop } from '../../lib/shop.ts'
import { Article } from './article.tsx'
import * as styles from './article.module.css'

export function Support() {
  return (
    <Article
      title="Support & Client Services"
      lead="Before you buy, while it is on its way, and for as long as you use it: this is how we help."
    >
      <ul className={styles['contact']}>
        <li>
          <strong>Call us</strong>
          <a href={shop.phoneLink}>{shop.phone}</a>
          {shop.hours}
        </li>
        <li>
          <strong>Orders and service</strong>
          <a href={`mailto:${shop.email}`}>{shop.email}</a>
          Answered within one working day
        </li>
        <li>
          <strong>Quotations</strong>
          <a href={`mailto:${shop.enquiryEmail}`}>{shop.enquiryEmail}</a>
          Tenders, institutions, large orders
        </li>
      </ul>
      <h2>Following an order</h2>
      <p>
        <Link to="/my-orders">My Orders</Link> shows every order with what has happened to it so far: received,
        confirmed, dispatched with its tracking number, delivered. We also write to you at each step.
      </p>
      <h2 id="delivery">Delivery</h2>
      <ul>
        <li>Free shipping anywhere in India for the first order.</li>
        <li>From the second order on, a delivery fee of ₹100 applies on orders of price ₹1,000.</li>
        <li>
          This does not apply to big and heavy equipment such as beds, X-ray units and large trolleys: we tell you the
          freight before anything leaves the warehouse.
        </li>
        <li>From the moment that you place it, an order shows the days on which it is expected.</li>
      </ul>
      <h2 id="replacement">Replacement</h2>
      <p>
        Damaged or defective goods are replaced within two weeks of delivery. Keep the packaging, send us a photograph
        and the order number, and we collect the goods at our cost. Sterile and single-use items are replaced if their
        packaging arrived damaged.
      </p>
      <h2 id="cancellation">Cancellation</h2>
      <p>
        You can cancel an order yourself from My Orders until we have confirmed it. A confirmed order can still be
        stopped by phone until it has been dispatched. As you pay on delivery, there is nothing to refund.
      </p>
      <h2 id="installation">Installation, training and service</h2>
      <ul>
        <li>Installation and a first training are arranged for imaging, dental and intensive care equipment.</li>
        <li>Each device carries its manufacturer’s warranty; the card is in the box.</li>
        <li>For repair, calibration and spare parts, call or write with the model and the serial number.</li>
      </ul>
      <h2>Something went wrong?</h2>
      <p>
        Write to {shop.email} with “Grievance” in the subject. A person answers within 48 hours and stays with the
        matter until it is settled.
      </p>
    </Article>
  )
}
