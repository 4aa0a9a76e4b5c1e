import { newId } from '../../lib/new-id.ts'
import { cartAtom } from './cart-atoms.ts'
import { startCartMirror, type MirrorDeps } from './cart-mirror.ts'

export type BrowserMirrorDeps = Pick<MirrorDeps, 'store' | 'api'> & {
  /** Fetches the code of the cart's screens, so that they open without a connection. */
  fetchScreens: () => void
}

/** Mirrors the cart for as long as the page lives. */
export function mirrorInBrowser({ store, api, fetchScreens }: BrowserMirrorDeps): void {
  startCartMirror({ store, api, newId, later, whenOnline, alone })
  if (store.get(cartAtom).length > 0) return fetchScreens()
  const stop = store.sub(cartAtom, () => {
    stop()
    fetchScreens()
  })
}

function later(task: () => void, milliseconds: number): () => void {
  const timer = setTimeout(task, milliseconds)
  return () => clearTimeout(timer)
}

function whenOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  return () => window.removeEventListener('online', listener)
}

/** Browsers have no locks on plain-HTTP pages of other hosts; there the server resolves conflicts of two tabs. */
async function alone(task: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return task()
  await navigator.locks.request('cart-mirror', task)
}
