import { Link } from '@tanstack/react-router'
import type { GenericNames } from '#modules/catalogue/schema.ts'
import * as styles from './text-notes.module.css'

/** Offers the search without typing mistakes; `q` is the typed text, if the list shows products with similar words. */
export function DidYouMean({ text, q }: { text: string | undefined; q?: string | undefined }) {
  return (
    text !== undefined && (
      <p className={styles['note']}>
        {q !== undefined && <span>No product has “{q}”, so these were found by similar words.</span>}
        Did you mean{' '}
        <Link to="/search" search={{ q: text }}>
          {text}
        </Link>
        ?
      </p>
    )
  )
}

/** Says which generic names are behind the brands of medicines that were searched for. */
export function BrandNotes({ brands }: { brands: GenericNames | undefined }) {
  return brands?.map(({ brand, names: [likeliest = '', ...others] }) => (
    <p key={brand} className={styles['note']}>
      “{brand}” is also known as{' '}
      <Link to="/search" search={{ q: likeliest }}>
        {likeliest}
      </Link>
      {others.length > 0 && ` or ${others.join(' or ')}`}.
    </p>
  ))
}
