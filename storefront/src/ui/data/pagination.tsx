import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageWindow } from '../../lib/router/pagination.ts'
import * as styles from './pagination.module.css'

type PaginationProps = { page: { number: number; totalPages: number } }

/** Up to five page numbers between two arrows; empty if there is only one page (spec §2). */
export function Pagination({ page: { number, totalPages } }: PaginationProps) {
  const pages = pageWindow(number, totalPages)
  if (pages.length === 0) return null
  return (
    <nav aria-label="Pages">
      <ul className={styles['pagination']}>
        <li>
          <PageLink page={number - 1} enabled={number > 0} label="Previous page">
            <ChevronLeft aria-hidden />
          </PageLink>
        </li>
        {pages.map((page) => (
          <li key={page}>
            <PageLink page={page} enabled current={page === number} label={`Page ${page + 1}`}>
              {page + 1}
            </PageLink>
          </li>
        ))}
        <li>
          <PageLink page={number + 1} enabled={number < totalPages - 1} label="Next page">
            <ChevronRight aria-hidden />
          </PageLink>
        </li>
      </ul>
    </nav>
  )
}

type PageLinkProps = { page: number; enabled: boolean; current?: boolean; label: string; children: ReactNode }

function PageLink({ page, enabled, current, label, children }: PageLinkProps) {
  if (!enabled) {
    return (
      <span className={clsx(styles['page'], styles['disabled'])} aria-hidden>
        {children}
      </span>
    )
  }
  return (
    <Link
      to="."
      search={(search) => ({ ...search, page: page > 0 ? page + 1 : undefined })}
      className={styles['page']}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {children}
    </Link>
  )
}
