import { Link } from '@tanstack/react-router'
import { neighboursOf } from './neighbours.ts'
import * as styles from './collection-screen.module.css'

/** Links to related collections; for an unknown category, to all of them. */
export function Neighbours({ category }: { category: string | undefined }) {
  const neighbours = neighboursOf(category).filter(({ parent }) => category !== undefined || parent === null)
  if (neighbours.length === 0) return null
  return (
    <nav aria-label="Related collections">
      <ul className={styles['siblings']}>
        {neighbours.map(({ path, label }) => (
          <li key={path}>
            <Link
              to="/collection/$category"
              params={{ category: path }}
              className={styles['sibling']}
              activeOptions={{ includeSearch: false }}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
