import { useRouter, useRouterState } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { announcementAtom } from '../../lib/atoms/announcement-atoms.ts'
import { noticeAtom } from '../../lib/atoms/notice-atoms.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'
import { Toaster } from './toaster.tsx'
import { TopBar } from './top-bar.tsx'
import * as styles from './shell.module.css'

/** The frame of every screen (spec §2): header, breadcrumb, main area, footer. */
export function Shell({ children, below }: { children: ReactNode; below?: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  useRestoredFocus()
  useEffect(() => {
    // Before this, the links of a page from the server work, but its buttons and the keys of the header do not.
    document.documentElement.dataset['ready'] = ''
  }, [])
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
        {useAtomValue(noticeAtom)}
        {children}
      </main>
      <Footer />
      {below}
      <LiveRegion />
      <Toaster />
    </div>
  )
}

const uses = ['keydown', 'pointerdown']

/**
 * Moves the focus to the new content after navigation, so that keyboard and screen reader do not continue from the old
 * link; does the same if a change of the current screen removed the focused element. What a person has focused since the
 * navigation began keeps the focus.
 */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>) {
  const location = useRouterState({ select: (state) => state.resolvedLocation })
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const shown = useRef(location)
  const usedOn = useRef<string>(undefined)
  useEffect(() => {
    const onUse = () => (usedOn.current = pathname)
    for (const event of uses) addEventListener(event, onUse, true)
    return () => {
      for (const event of uses) removeEventListener(event, onUse, true)
    }
  }, [pathname])
  useEffect(() => {
    const before = shown.current
    shown.current = location
    if (!before || !location || before.href === location.href) return
    const isOld = before.pathname !== location.pathname && usedOn.current !== location.pathname
    usedOn.current = undefined
    const isLost = isOld || document.activeElement === document.body
    if (isLost) main.current?.focus({ preventScroll: true })
  }, [location, main])
}

/** A progress line across the top while the next screen is loading. */
function Progress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  return loading ? <div className={styles['progress']} aria-hidden /> : null
}

/** Says what still works offline; part of the initial bundle, because nothing can be fetched offline. */
function Offline() {
  const isOnline = useOnline()
  return (
    <output className={isOnline ? undefined : styles['offline']}>
      {!isOnline && 'You are offline. What you put into the cart is kept.'}
    </output>
  )
}

/** What screen readers announce. Cleared when another page opens, because it can also be read there like any other text. */
function LiveRegion() {
  const [{ text, count }, announce] = useAtom(announcementAtom)
  const router = useRouter()
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && announce('')),
    [router, announce],
  )
  return (
    <output aria-live="polite" className="visually-hidden">
      {/* A new element is announced even if it says the same again. */}
      <span key={count}>{text}</span>
    </output>
  )
}
