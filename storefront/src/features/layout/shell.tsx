import { useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { announcementAtom } from '../../lib/announcement-atoms.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Toaster } from './toaster.tsx'
import { TopBar } from './top-bar.tsx'
import styles from './shell.module.css'

/** What surrounds every screen (spec §2): header, breadcrumb, main area, footer. */
export function Shell({ children, below }: { children: ReactNode; below?: ReactNode }) {
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
      <Offline />
      <Breadcrumb />
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      <Footer />
      {below}
      <LiveRegion />
      <Toaster />
    </div>
  )
}

/**
 * After a change of screen, keyboard and screen reader go on from the new content, not from the old link; so they do where
 * a change of the same screen took away what had the focus.
 */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>) {
  const location = useRouterState({ select: (state) => state.resolvedLocation })
  const shown = useRef(location)
  useEffect(() => {
    const before = shown.current
    shown.current = location
    if (!before || !location || before.href === location.href) return
    const isLost = before.pathname !== location.pathname || document.activeElement === document.body
    if (isLost) main.current?.focus({ preventScroll: true })
  }, [location, main])
}

/** A line across the top while the next screen is loading. */
function Progress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  return loading ? <div className={styles['progress']} aria-hidden /> : null
}

/** What still works without a connection; part of the first script, as nothing can be fetched then. */
function Offline() {
  const isOnline = useOnline()
  return (
    <output className={isOnline ? undefined : styles['offline']}>
      {!isOnline && 'You are offline. What you put into the cart is kept.'}
    </output>
  )
}

function LiveRegion() {
  const announcement = useAtomValue(announcementAtom)
  return (
    <output aria-live="polite" className="visually-hidden">
      {announcement}
    </output>
  )
}
