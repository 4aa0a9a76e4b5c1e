import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { formatExactPrice } from '../../lib/format/format.ts'
import { maxCompared } from '../../entities/product/kept/kept-products.ts'
import { categoryLabel } from '../../lib/router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { compareDevices, comparedRow, type ComparedRow } from './comparison.ts'
import { DeviceHead, type DeviceActions } from './device-head.tsx'
import * as styles from './compare.module.css'

type CompareTableProps = DeviceActions & { products: readonly Product[]; onAdd: () => void }

/** The devices as columns, their properties as rows; rows with differences are highlighted. */
export function CompareTable({ products, onAdd, ...actions }: CompareTableProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const { rows, notes } = compareDevices(products)
  const all = [...generalRows(products), ...rows]
  const different = all.filter(({ verdict }) => verdict !== 'same')
  const shown = onlyDifferences ? different : all
  const canDiffer = products.length > 1
  return (
    <>
      {canDiffer && (
        <label className={styles['only']}>
          <input
            type="checkbox"
            checked={onlyDifferences}
            onChange={({ target }) => setOnlyDifferences(target.checked)}
          />
          Show only where they differ ({different.length} of {all.length})
        </label>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too */}
      <section className={styles['scroll']} aria-label="Comparison" tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <td className={styles['corner']}>
                <span className="visually-hidden">Property</span>
              </td>
              {products.map((product) => (
                <th key={product.id} scope="col">
                  <DeviceHead product={product} {...actions} />
                </th>
              ))}
              {products.length < maxCompared && (
                <td className={styles['add']}>
                  <Button look="secondary" onClick={onAdd}>
                    <Plus aria-hidden /> Add a device
                  </Button>
                </td>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.name} row={row} products={products} isMarked={row.verdict === 'differs'} />
            ))}
            {!onlyDifferences && notes.some((lines) => lines.length > 0) && (
              <tr>
                <th scope="row">Also</th>
                {products.map(({ id }, index) => (
                  <td key={id}>{notes[index]?.join('; ') ?? ''}</td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </>
  )
}

type RowProps = { row: ComparedRow; products: readonly Product[]; isMarked: boolean }

function Row({ row: { name, values }, products, isMarked }: RowProps) {
  return (
    <tr className={clsx(isMarked && styles['differs'])}>
      <th scope="row">
        {name}
        {isMarked && <span className="visually-hidden"> (differs)</span>}
      </th>
      {products.map(({ id }, index) => (
        <td key={id}>{values[index] ?? <span className={styles['unstated']}>Not stated</span>}</td>
      ))}
    </tr>
  )
}

/** The properties that every product has, independent of its specification. */
function generalRows(products: readonly Product[]): ComparedRow[] {
  return [
    comparedRow(
      'Price, exclusive of GST',
      products.map(({ price }) => formatExactPrice(price)),
    ),
    comparedRow(
      'Brand',
      products.map(({ brand }) => brand || 'Unknown Brand'),
    ),
    comparedRow(
      'Company',
      products.map(({ company }) => company || 'Unknown Company'),
    ),
    comparedRow(
      'Category',
      products.map(({ posttype }) => categoryLabel(posttype)),
    ),
  ]
}
