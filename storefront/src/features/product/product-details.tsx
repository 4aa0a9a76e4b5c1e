import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { readSpecification } from '../../lib/format/specification.ts'
import * as styles from './product-details.module.css'

/** The accordion: Description, Key Specification & Dimensions, FAQs (spec §2). */
export function ProductDetails({ product }: { product: Product }) {
  return (
    <section className={styles['accordion']} aria-label="Details">
      <Item title="Description" open>
        <p className={styles['text']}>{product.description}</p>
      </Item>
      <Item title="Key Specification & Dimensions" open>
        <Specification text={product.featureDescription} />
      </Item>
      <Item title="FAQs">
        <p>Coming soon...</p>
      </Item>
    </section>
  )
}

function Item({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={styles['item']} open={open}>
      <summary className={styles['summary']}>
        <h2 className={styles['heading']}>{title}</h2>
        <ChevronDown aria-hidden />
      </summary>
      <div className={styles['content']}>{children}</div>
    </details>
  )
}

function Specification({ text }: { text: string }) {
  const { rows, notes } = readSpecification(text)
  return (
    <>
      {rows.length > 0 && (
        <table className={styles['table']}>
          <tbody>
            {rows.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && (
        <ul className={styles['notes']}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}
