import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { formatExactPrice } from '../../lib/format/format.ts'
import { maxCompared } from '../../entities/product/stored/stored-products.ts'
import { categoryLabel } from '../../lib/router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { compareDevices, comparedRow, hasFewDifferences, type ComparedRow } from './comparison.ts'
import { DeviceHead, type DeviceActions } from './device-head.tsx'
import * as styles from './compare.module.css'

type CompareTableProps = DeviceActions & { products: readonly Product[]; onAdd: () => void }

/** The devices as columns, their properties as rows; the few properties that differ are highlighted. */
export function CompareTable({ products, onAdd, ...actions }: CompareTableProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const { rows, notes } = compareDevices(products)
  const all = [...generalRows(products), ...rows]
  const different = all.filter(({ verdict }) => verdict !== 'same')
  const shown = onlyDifferences ? different : all
  const canDiffer = products.length > 1
  const look = hasFewDifferences(rows) ? 'marked' : 'plain'
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
              <Row key={row.name} row={row} products={products} look={rows.includes(row) ? look : 'plain'} />
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

/** `marked`: highlighted if it differs. `plain`: softened if it is the same for all, so that the others stand out. */
type RowProps = { row: ComparedRow; products: readonly Product[]; look: 'marked' | 'plain' }

function Row({ row: { name, values, verdict }, products, look }: RowProps) {
  const differs = verdict === 'differs'
  const isSoft = look === 'plain' && verdict === 'same' && products.length > 1
  return (
    <tr className={clsx(look === 'marked' && differs && styles['differs'], isSoft && styles['same'])}>
      <th scope="row">
        {name}
        {differs && <span className="visually-hidden"> (differs)</span>}
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
