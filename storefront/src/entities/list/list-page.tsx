import type { ReactNode } from 'react'
import type { ViewSearch } from '../../lib/router/list-view.ts'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { Page, PageHead } from '../../ui/page.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { CsvButton } from './csv-button.tsx'
import { ViewsMenu } from './views-menu.tsx'
import * as styles from './list-page.module.css'

type ListPageProps<Row> = {
  title: string
  /** The number of entries. */
  lead: string
  search: ViewSearch & Record<string, string | number | undefined>
  /** The list of the API, if it is also available as a file. */
  csv?: string
  csvFileName?: string
  columns: readonly Column<Row>[]
  /** The list to which its saved views belong, by its path in the console; by default, the path of the page. */
  viewsOf?: string
  /** Links to neighbouring lists. */
  nav?: ReactNode
  /** Further buttons in the head. */
  tools?: ReactNode
  children: ReactNode
}

/** The page of a list of the console: its head with what applies to the whole list, and below it the list. */
export function ListPage<Row>({ title, lead, search, columns, children, ...rest }: ListPageProps<Row>) {
  const { csv, csvFileName, viewsOf, nav, tools } = rest
  const isWide = useIsWide()
  return (
    <Page className={styles['page']}>
      <PageHead title={title} lead={lead}>
        {nav && <div className={styles['nav']}>{nav}</div>}
        <div className={styles['tools']}>
          {tools}
          <ViewsMenu of={viewsOf} />
          <ViewMenu columns={columns} view={search} isWide={isWide} />
          {csv !== undefined && <CsvButton list={csv} fileName={csvFileName} search={search} />}
        </div>
      </PageHead>
      {children}
    </Page>
  )
}
