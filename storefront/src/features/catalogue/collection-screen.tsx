import { Link } from '@tanstack/react-router'
import type { Product } from '#modules/catalogue/schema.ts'
import type { Page as PageOf } from '../../lib/api/page.ts'
import { countOf } from '../../lib/format.ts'
import { collections, findCollection } from '../../lib/navigation.ts'
import { Page, PageHead } from '../../ui/page.tsx'
import { ProductList } from './product-list.tsx'
import styles from './collection-screen.module.css'

type CollectionScreenProps = { title: string; category?: string; page: PageOf<Product> }

/** A collection: what it is called, how much is in it, its neighbours, and its products page by page. */
export function CollectionScreen({ title, category, page }: CollectionScreenProps) {
  return (
    <Page>
      <PageHead title={title} lead={countOf(page.totalElements, 'product')} />
      <Neighbours category={category} />
      <ProductList page={page} />
    </Page>
  )
}

/** The collections beside this one, to go from one to the next. */
function Neighbours({ category }: { category: string | undefined }) {
  const here = category === undefined ? undefined : findCollection(category)
  const parent = here?.parent ?? here?.path ?? null
  const neighbours = collections.filter((collection) => collection.parent === parent)
  if (neighbours.length === 0) return null
  return (
    <nav aria-label="Related collections">
      <ul className={styles['siblings']}>
        {neighbours.map(({ path, label }) => (
          <li key={path}>
            <Link to="/collection/$category" params={{ category: path }} className={styles['sibling']}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
