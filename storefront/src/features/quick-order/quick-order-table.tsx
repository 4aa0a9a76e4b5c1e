import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { Product } from '#modules/catalogue/schema.ts'
import { useAddProducts } from '../../entities/cart/adding/use-add-products.ts'
import { lineTotal, maxLineQuantity, parseQuantity } from '../../entities/cart/cart.ts'
import { ProductImage } from '../../entities/product/card/product-image.tsx'
import { countOf, formatAmount } from '../../lib/format/format.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { QuantityControl } from '../../ui/forms/quantity-control.tsx'
import { wantedOf, type TableLine } from './chosen-lines.ts'
import * as styles from './quick-order.module.css'

type Changes = { chosen?: Product | undefined; quantity?: number }

type TableProps = {
  lines: readonly TableLine[]
  onChange: (key: number, changes: Changes) => void
  onRemove: (key: number) => void
}

/** The lines of the list with their products, their total, and the button that fills the cart. */
export function QuickOrderTable({ lines, onChange, onRemove }: TableProps) {
  const fillCart = useAddProducts()
  const wanted = wantedOf(lines)
  const total = wanted.reduce((sum, { product, quantity }) => sum + lineTotal({ price: product.price, quantity }), 0)
  return (
    <section aria-label="Products of the list">
      <ul className={styles['lines']}>
        {lines.map((line) => (
          <li key={line.key} className={styles['line']}>
            <Line line={line} onChange={(changes) => onChange(line.key, changes)} />
            <IconButton label={`Remove ${line.code}`} danger onClick={() => onRemove(line.key)}>
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles['foot']}>
        <p className={styles['total']}>
          {countOf(wanted.length, 'product')}, {formatAmount(total)}
        </p>
        <Button disabled={wanted.length === 0} onClick={() => fillCart(wanted)}>
          Add all to cart
        </Button>
        <ButtonLink to="/cart" look="quiet">
          View cart
        </ButtonLink>
      </div>
    </section>
  )
}

type LineProps = { line: TableLine; onChange: (changes: Changes) => void }

function Line({ line, onChange }: LineProps) {
  const { code, chosen, candidates, quantity } = line
  return (
    <>
      <div className={styles['picture']}>
        {chosen && <ProductImage src={chosen.logoUrl} of={chosen.id} alt="" width={72} height={72} />}
      </div>
      <div className={styles['about']}>
        <p className={styles['code']}>{code}</p>
        {chosen && (
          <Link to="/products/$productId" params={{ productId: chosen.id }}>
            {chosen.title || 'Untitled Product'}
          </Link>
        )}
        {candidates.length > 0 && <Candidates line={line} onChoose={(product) => onChange({ chosen: product })} />}
        {chosen === undefined && candidates.length === 0 && (
          <p className={styles['unknown']}>No product has this code</p>
        )}
      </div>
      <div className={styles['amount']}>
        {chosen && (
          <>
            <QuantityControl
              label={`Quantity of ${code}`}
              value={quantity}
              max={maxLineQuantity}
              parse={parseQuantity}
              onChange={(next) => onChange({ quantity: Math.max(1, next) })}
            />
            <span className={styles['price']}>{formatAmount(lineTotal({ price: chosen.price, quantity }))}</span>
          </>
        )}
      </div>
    </>
  )
}

function Candidates({ line, onChoose }: { line: TableLine; onChoose: (product: Product | undefined) => void }) {
  return (
    <SelectField
      label={`Product for ${line.code}`}
      name={`line-${line.key}`}
      value={line.chosen?.id ?? ''}
      onChange={(event) => onChoose(line.candidates.find(({ id }) => id === event.target.value))}
    >
      <option value="">Choose a product</option>
      {line.candidates.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}
