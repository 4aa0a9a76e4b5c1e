import { Link, useMatches, useRouterState } from '@tanstack/react-router'
import { breadcrumbOf } from '../../lib/breadcrumb.ts'
import { isFields, textOf } from '../../lib/decode.ts'
import styles from './breadcrumb.module.css'

/** Where this screen stands in the shop; not on the home page. */
export function Breadcrumb() {
  const pathname = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const title = useMatches({ select: (matches) => crumbIn(matches.at(-1)?.loaderData) })
  const crumbs = breadcrumbOf(pathname, title)
  if (crumbs.length === 0) return null
  return (
    <nav className={styles['breadcrumb']} aria-label="Breadcrumb">
      <ol className={styles['list']}>
        {crumbs.map(({ label, path }) => (
          <li key={path ?? label}>
            {path === undefined ? (
              <strong className={styles['here']} aria-current="page">
                {label}
              </strong>
            ) : (
              <Link to={path} className={styles['link']}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A loader that answers a `crumb` names its own screen. */
function crumbIn(loaderData: unknown): string | undefined {
  return isFields(loaderData) ? textOf(loaderData, 'crumb') || undefined : undefined
}
