import type { createStore } from 'jotai'
import { cartAtom, cartIdAtom } from './cart/cart-atoms.ts'
import { decodeCart } from './cart/cart.ts'
import { comparedAtom, seenAtom } from './product/kept/kept-atoms.ts'
import { decodeKept, maxCompared, maxSeen } from './product/kept/kept-products.ts'
import { sessionAtom } from './session/session-atoms.ts'
import { decodeSession, isExpired } from './session/session.ts'
import { storageKeys } from '../lib/storage/storage-keys.ts'
import type { Storage } from '../lib/storage/storage.ts'

export type Store = ReturnType<typeof createStore>

/** What this shop's other tabs changed. */
export type StorageChanges = { subscribe(listener: (key: string | null) => void): () => void }

export type BrowserState = {
  store: Store
  storage: Storage
  changes: StorageChanges
  /** Another tab has logged in or out. */
  onOtherSession: () => void
}

/**
 * Fills the store from local storage, writes every change back, and follows the other tabs: a cart changed there is
 * changed here, a logout there ends the session here, after which `onOtherSession` is called. Returns the function that
 * ends it.
 */
export function connectBrowserState({ store, storage, changes, onOtherSession }: BrowserState): () => void {
  const read = {
    [storageKeys.cart]: () => store.set(cartAtom, decodeCart(storage.read(storageKeys.cart))),
    [storageKeys.cartId]: () => store.set(cartIdAtom, decodeCartId(storage.read(storageKeys.cartId))),
    [storageKeys.compared]: () => store.set(comparedAtom, decodeKept(storage.read(storageKeys.compared), maxCompared)),
    [storageKeys.seen]: () => store.set(seenAtom, decodeKept(storage.read(storageKeys.seen), maxSeen)),
    [storageKeys.user]: () => store.set(sessionAtom, liveSession(storage.read(storageKeys.user))),
  }
  const readAll = () => Object.values(read).forEach((readOne) => readOne())
  readAll()
  // Of a login that is over nothing stays behind.
  if (store.get(sessionAtom) === null) write(storage, storageKeys.user, null)
  const ends = [
    store.sub(cartAtom, () => write(storage, storageKeys.cart, JSON.stringify(store.get(cartAtom)))),
    store.sub(cartIdAtom, () => write(storage, storageKeys.cartId, store.get(cartIdAtom))),
    store.sub(sessionAtom, () => write(storage, storageKeys.user, jsonOrNull(store.get(sessionAtom)))),
    store.sub(comparedAtom, () => write(storage, storageKeys.compared, JSON.stringify(store.get(comparedAtom)))),
    store.sub(seenAtom, () => write(storage, storageKeys.seen, JSON.stringify(store.get(seenAtom)))),
    changes.subscribe((key) => {
      const before = store.get(sessionAtom)?.accessToken
      if (key === null) readAll()
      else if (isStorageKey(key)) read[key]()
      if (store.get(sessionAtom)?.accessToken !== before) onOtherSession()
    }),
  ]
  return () => ends.forEach((end) => end())
}

/** The events by which a browser tells one tab what another one stored. */
export const tabChanges: StorageChanges = {
  subscribe(listener) {
    const onStorage = (event: StorageEvent) => listener(event.key)
    // A page that comes back from the browser's memory was told nothing while it was there.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener(null)
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onShow)
    }
  },
}

function isStorageKey(key: string): key is keyof typeof storageKeys {
  return key in storageKeys
}

/** Writes only what is new, so that tabs do not answer each other for ever. */
function write(storage: Storage, key: string, value: string | null): void {
  if (storage.read(key) === value) return
  if (value === null) storage.remove(key)
  else storage.write(key, value)
}

function liveSession(text: string | null) {
  const session = decodeSession(text)
  return session && !isExpired(session.accessToken, Date.now()) ? session : null
}

function decodeCartId(text: string | null): string | null {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
