import { Link } from '@tanstack/react-router'
import type { Product } from '#modules/catalogue/schema.ts'
import type { Fact } from '#modules/audit/schema.ts'
import { lineTotal } from '../../../entities/cart/cart.ts'
import { Differs } from '../../../entities/document/differs.tsx'
import { factsBelow, factText } from '../../../entities/document/fact-text.ts'
import { Labelled } from '../../../entities/document/labelled.tsx'
import { ShortId, shortened, WithCopy } from '../../../ui/data/short-id.tsx'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import { formatAmount } from '../../../lib/format/format.ts'
import * as shared from '../../../entities/document/document.module.css'
import * as styles from './cart-document.module.css'

/** The current products by their ids; `null` for a product that the shop no longer has. */
type Products = ReadonlyMap<string, Product | null>

type CartDocumentProps = {
  /** The state of the cart at the chosen moment. */
  facts: readonly Fact[]
  products: Products
  /** The fields that differ from the current cart. */
  differing: ReadonlySet<string>
}

/** A cart as of some moment. A cart has no prices of its own, so titles and prices are the current ones. */
export function CartDocument({ facts, products, differing }: CartDocumentProps) {
  const lines = linesIn(facts)
  return (
    <article className={shared['document']} aria-label="The cart at this point">
      <Differs fields={['status', 'orderId', 'mergedInto']} differing={differing}>
        <div className={shared['part']}>
          <h3>{statusOf(facts)}</h3>
          <Labelled facts={{ Order: factText(facts, 'orderId'), 'Merged into cart': idIn(facts, 'mergedInto') }} />
        </div>
      </Differs>
      <Differs fields={['accountId']} differing={differing}>
        <Labelled facts={{ Owner: idIn(facts, 'accountId') }} />
      </Differs>
      {lines.length === 0 ? (
        <p className={shared['soft']}>The cart is empty.</p>
      ) : (
        <section className={shared['part']} aria-label="Items">
          <ul className={shared['lines']}>
            {lines.map(({ id, quantity }) => (
              <li key={id}>
                <Differs fields={[`items.${id}`]} differing={differing}>
                  <CartLine id={id} quantity={quantity} product={products.get(id) ?? null} />
                </Differs>
              </li>
            ))}
          </ul>
          <p className={shared['total']}>
            Total at today’s prices, exclusive of GST <strong>{formatAmount(totalOf(lines, products))}</strong>
          </p>
        </section>
      )}
    </article>
  )
}

type Line = { id: string; quantity: number }

/** The lines of a cart's state: `items` holds the quantities by product id. */
export function linesIn(facts: readonly Fact[]): Line[] {
  return factsBelow(facts, 'items').map(({ name, value }) => ({
    id: name,
    quantity: Number(value.replaceAll(',', '')),
  }))
}

function totalOf(lines: readonly Line[], products: Products): number {
  return lines.reduce((total, { id, quantity }) => {
    const product = products.get(id)
    return product ? total + lineTotal({ price: product.price, quantity }) : total
  }, 0)
}

/** The id in a field, shortened; undefined if it has none. */
function idIn(facts: readonly Fact[], field: 'mergedInto' | 'accountId') {
  const id = factText(facts, field)
  return id === '' ? undefined : <ShortId text={id} of={idNames[field]} />
}

const idNames = { mergedInto: 'id of the cart', accountId: 'id of the account' }

function statusOf(facts: readonly Fact[]): string {
  const [orderId, mergedInto] = ['orderId', 'mergedInto'].map((field) => factText(facts, field))
  if (orderId) return 'Turned into an order'
  return mergedInto ? 'Merged into another cart' : 'Open'
}

function CartLine({ id, quantity, product }: Line & { product: Product | null }) {
  return (
    <div className={styles['line']}>
      <ProductImage src={product?.logoUrl} of={id} alt="" width={48} height={48} />
      <div>
        <CartLineLink id={id} title={product?.title} />
        <p className={shared['soft']}>
          {product ? `${quantity} × ${formatAmount(product.price)}` : `${quantity}, no longer available`}
        </p>
      </div>
      {product && <strong>{formatAmount(lineTotal({ price: product.price, quantity }))}</strong>}
    </div>
  )
}

function CartLineLink({ id, title }: { id: string; title: string | undefined }) {
  const link = (
    <Link to="/products/$productId" params={{ productId: id }}>
      {title ?? `Product ${shortened(id)}`}
    </Link>
  )
  if (title !== undefined) return link
  return (
    <WithCopy text={id} of="id of the product">
      {link}
    </WithCopy>
  )
}
