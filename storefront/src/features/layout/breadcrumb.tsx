import { Link, useMatches, type AnyRouteMatch } from '@tanstack/react-router'
import { breadcrumbOf } from '../../lib/router/breadcrumb.ts'
import { isFields, textOf } from '../../lib/decode.ts'
import * as styles from './breadcrumb.module.css'

/** The position of this screen in the shop; not shown on the home page. */
export function Breadcrumb() {
  const screen = useMatches().at(-1)
  const crumbs = screen ? breadcrumbOf(screen.pathname, titleOf(screen)) : []
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
              <Link to={path} className={styles['link']} activeOptions={{ exact: true }}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The title of a screen: the `crumb` that its loader returns, once it has loaded. */
function titleOf({ pathname, status, loaderData }: Pick<AnyRouteMatch, 'pathname' | 'status' | 'loaderData'>) {
  // A path with digits contains an id, which would mean nothing to the reader.
  if (status !== 'success' && /\d/.test(pathname)) return '…'
  return isFields(loaderData) ? textOf(loaderData, 'crumb') || undefined : undefined
}
