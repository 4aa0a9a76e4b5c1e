import { useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { announcementAtom } from '../../lib/announcement-atoms.ts'
import { waitingToastsAtom } from '../../lib/toast-atoms.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { TopBar } from './top-bar.tsx'
import styles from './shell.module.css'

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })))

/** What surrounds every screen (spec §2): header, breadcrumb, main area, footer. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <Progress />
      <TopBar />
      <Header />
      <Breadcrumb />
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      <Footer />
      <LiveRegion />
      <Toasts />
    </div>
  )
}

/** After a change of screen, keyboard and screen reader go on from the new content, not from the old link. */
function useFocusOnNavigation(main: React.RefObject<HTMLElement | null>) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (pathname === undefined || pathname === shown.current) return
    if (shown.current !== undefined) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname, main])
}

/** A line across the top while the next screen is loading. */
function Progress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  return loading ? <div className={styles['progress']} aria-hidden /> : null
}

function LiveRegion() {
  const announcement = useAtomValue(announcementAtom)
  return (
    <output aria-live="polite" className="visually-hidden">
      {announcement}
    </output>
  )
}

/** Nothing, and nothing fetched, before there is something to say. */
function Toasts() {
  const waiting = useAtomValue(waitingToastsAtom).length > 0
  const [wanted, setWanted] = useState(false)
  if (waiting && !wanted) setWanted(true)
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
