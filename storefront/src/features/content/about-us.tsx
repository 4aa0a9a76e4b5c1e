import { shop } from '../../lib/shop.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Article } from './article.tsx'

export function AboutUs() {
  return (
    <Article
      title="About Us"
      lead={`${shop.name} supplies hospitals, clinics, laboratories and homes across India with medical equipment that can be relied on, from our house in Pune.`}
    >
      <h2>What we do</h2>
      <p>
        A small nursing home in Satara and a teaching hospital in Nagpur need the same thing from a supplier: the right
        device, a price that holds, and a person who picks up the phone when it matters. That is the work we do. Our
        catalogue covers intensive care, laboratory, dental, X-ray, ultrasound and oxygen equipment, orthopaedic and
        surgical tools, trolleys, furniture and medicines.
      </p>
      <h2>How we choose</h2>
      <ul>
        <li>Every device comes from a manufacturer or an authorised importer that we know, with its papers.</li>
        <li>Specifications are printed as the manufacturer states them, with units, so that they can be compared.</li>
        <li>What we would not put next to a relative’s bed, we do not list.</li>
      </ul>
      <h2>How we sell</h2>
      <ul>
        <li>
          Prices are in Indian rupees, exclusive of GST, and the price that you see is the price that we bill, with GST
          on top.
        </li>
        <li>You pay on delivery. Nothing is charged before the goods are with you.</li>
        <li>Your first order ships free anywhere in India; damaged or defective goods are replaced for two weeks.</li>
      </ul>
      <h2>Where to find us</h2>
      <address>
        {shop.legalName}
        {shop.address.map((line) => (
          <span key={line}>
            <br />
            {line}
          </span>
        ))}
      </address>
      <p>
        {shop.hours}. Call <a href={shop.phoneLink}>{shop.phone}</a> or write to{' '}
        <a href={`mailto:${shop.enquiryEmail}`}>{shop.enquiryEmail}</a>.
      </p>
      <div>
        <ButtonLink to="/collection">Explore Products</ButtonLink>
      </div>
    </Article>
  )
}
