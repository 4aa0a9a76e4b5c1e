import type { ReactNode } from 'react'
import type { Fact } from '#modules/audit/schema.ts'
import { Differs } from '../../../entities/document/differs.tsx'
import { factText } from '../../../entities/document/fact-text.ts'
import { Labelled } from '../../../entities/document/labelled.tsx'
import { OrEmpty } from '../../../ui/data/or-empty.tsx'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import { readSpecification } from '../../../lib/format/specification.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import * as shared from '../../../entities/document/document.module.css'
import * as styles from './product-document.module.css'

type ProductDocumentProps = {
  id: string
  /** The state of the product at the chosen moment. */
  facts: readonly Fact[]
  /** The fields that differ from the current product. */
  differing: ReadonlySet<string>
}

/** A product as of some moment: pictures, price, stock, and the texts of its page. */
export function ProductDocument({ id, facts, differing }: ProductDocumentProps) {
  const text = (name: string) => factText(facts, `details.${name}`)
  const part = (fields: readonly string[], children: ReactNode) => (
    <Differs fields={fields} differing={differing}>
      {children}
    </Differs>
  )
  return (
    <article className={shared['document']} aria-label={`${text('title')} at this point`}>
      <div className={styles['top']}>
        {part(
          [...pictureFields, ...altFields].map((field) => `details.${field}`),
          <Pictures id={id} sources={pictureFields.map(text)} alts={altFields.map(text)} />,
        )}
        <div className={shared['part']}>
          {part(
            [
              'status',
              'sku',
              'details.title',
              'details.brand',
              'details.company',
              'details.posttype',
              'details.lookupType',
              'details.modelNumber',
            ],
            <Heading facts={facts} />,
          )}
          {part(
            ['pricePaise'],
            <p className={styles['price']}>
              <OrEmpty text={factText(facts, 'pricePaise')} />
            </p>,
          )}
          {part(
            ['qty'],
            <p>
              In stock: <OrEmpty text={factText(facts, 'qty')} />
            </p>,
          )}
        </div>
      </div>
      {part(['details.description'], <Description text={text('description')} />)}
      {part(['details.featureDescription'], <Specification text={text('featureDescription')} />)}
    </article>
  )
}

const pictureFields = ['logoUrl', 'imgUrl1', 'imgUrl2', 'imgUrl3']
const altFields = ['logoAlt', 'imgAlt1', 'imgAlt2', 'imgAlt3']

/** The pictures at that moment, the main one first. */
function Pictures({ id, sources, alts }: { id: string; sources: readonly string[]; alts: readonly string[] }) {
  const [main = '', ...others] = sources
  return (
    <ul className={styles['pictures']} aria-label="Pictures">
      {[...new Set([main, ...others.filter((source) => source !== '')])].map((source, index) => (
        <li key={source}>
          <ProductImage
            src={source}
            of={id}
            alt={alts[sources.indexOf(source)] || `Picture ${index + 1}`}
            width={160}
            height={160}
          />
        </li>
      ))}
    </ul>
  )
}

function Heading({ facts }: { facts: readonly Fact[] }) {
  const text = (name: string) => factText(facts, `details.${name}`)
  return (
    <div className={shared['part']}>
      <div className={shared['status']}>
        <h3>
          <OrEmpty text={text('title')} />
        </h3>
        {factText(facts, 'status') === 'deleted' && <Badge tone="danger">Deleted</Badge>}
      </div>
      <Labelled
        facts={{
          Brand: text('brand'),
          Company: text('company'),
          Category: text('posttype'),
          'Lookup type': text('lookupType'),
          SKU: factText(facts, 'sku'),
          'Model number': text('modelNumber'),
        }}
      />
    </div>
  )
}

function Description({ text }: { text: string }) {
  return (
    <section className={shared['part']} aria-labelledby="description-then">
      <h3 id="description-then">Description</h3>
      <p className={styles['text']}>
        <OrEmpty text={text} />
      </p>
    </section>
  )
}

function Specification({ text }: { text: string }) {
  const { rows, notes } = readSpecification(text)
  return (
    <section className={shared['part']} aria-labelledby="specification-then">
      <h3 id="specification-then">Key Specification &amp; Dimensions</h3>
      {text === '' && (
        <p>
          <OrEmpty text={text} />
        </p>
      )}
      <dl className={styles['rows']}>
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && <p className={styles['text']}>{notes.join('\n')}</p>}
    </section>
  )
}
