import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './page.module.css'

type PageProps = { width?: 'full' | 'reading' | 'narrow'; className?: string | undefined; children: ReactNode }

/** The column for a screen's content. */
export function Page({ width = 'full', className, children }: PageProps) {
  return <div className={clsx(styles['page'], width !== 'full' && styles[width], className)}>{children}</div>
}

/** The screen's only first-level heading, with a line below it and actions next to it. */
export function PageHead({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles['head']}>
      <div>
        <h1>{title}</h1>
        {lead && <p className={styles['lead']}>{lead}</p>}
      </div>
      {children}
    </div>
  )
}
