import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderStatus } from '#modules/ordering/schema.ts'
import type { Overview } from '#modules/overview/schema.ts'
import { countOf, formatCount, formatDay, formatPrice } from '../../lib/format/format.ts'
import * as styles from './overview.module.css'

type ListProps = { id: string; title: ReactNode; empty: string; isEmpty: boolean; children: ReactNode }

function List({ id, title, empty, isEmpty, children }: ListProps) {
  return (
    <section aria-labelledby={id} className={styles['panel']}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      {isEmpty ? <p className={styles['note']}>{empty}</p> : children}
    </section>
  )
}

export type StatusLabel = { value: OrderStatus; label: string }

/** The orders placed in the period, by their current status. */
export function Statuses({ overview, labels }: { overview: Overview; labels: readonly StatusLabel[] }) {
  const { statuses, from, to } = overview
  const rows = labels.map((status) => ({ ...status, count: statuses[status.value] ?? 0 }))
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const isEmpty = rows.every(({ count }) => count === 0)
  return (
    <List id="statuses" title="Orders by status" empty="No orders were placed in this period." isEmpty={isEmpty}>
      <ul className={styles['rows']}>
        {rows.map(({ value, label, count }) => (
          <li key={value}>
            <Link to="/admin/orders" search={{ status: value, from, to }} className={styles['row']}>
              <span>{label}</span>
              <svg className={styles['share']} aria-hidden>
                <rect width={`${(count / most) * 100}%`} height="100%" rx="4" />
              </svg>
              <strong>{formatCount(count)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </List>
  )
}

/** The products that sold most in the period, each with the orders that are counted. */
export function BestSellers({ overview: { bestSellers, from, to } }: { overview: Overview }) {
  return (
    <List
      id="best-sellers"
      title="Best sellers"
      empty="Nothing was sold in this period."
      isEmpty={bestSellers.length === 0}
    >
      <ol className={styles['rows']}>
        {bestSellers.map(({ id, title, quantity, revenue }) => (
          <li key={id} className={styles['row']}>
            <Link to="/admin/products/$productId" params={{ productId: id }}>
              {title}
            </Link>
            <Link to="/admin/orders" search={{ sold: 'true', product: id, from, to }}>
              {countOf(quantity, 'piece')}, <strong>{formatPrice(revenue)}</strong>
              <span className="visually-hidden"> of {title}</span>
            </Link>
          </li>
        ))}
      </ol>
    </List>
  )
}

/** The most frequent searches without a hit, regardless of the day, each in its list; a synonym can be added for each. */
export function SearchesWithoutHits({ searches }: { searches: Overview['searchesWithoutHits'] }) {
  return (
    <List
      id="searches"
      title={
        <Link to="/admin/search-words" search={{ state: 'without-hits' }}>
          Searches without a hit
        </Link>
      }
      empty="Every search has found something."
      isEmpty={searches.length === 0}
    >
      <ul className={styles['rows']}>
        {searches.map(({ text, count, lastAt }) => (
          <li key={text} className={styles['row']}>
            <Link to="/admin/search-words" search={{ state: 'without-hits', text }}>
              {text}
              <small>
                {countOf(count, 'time')}, last on {formatDay(lastAt)}
              </small>
            </Link>
            <Link to="/admin/search-words" search={{ add: text }}>
              Add a synonym<span className="visually-hidden"> for {text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </List>
  )
}
