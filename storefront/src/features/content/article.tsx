import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import * as styles from './article.module.css'

/** A page of text: heading, lead, and body. */
export function Article({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Page width="reading">
      <article className={styles['article']}>
        <h1>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
        {children}
      </article>
    </Page>
  )
}
