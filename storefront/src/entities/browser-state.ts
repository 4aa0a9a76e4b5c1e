import type { createStore } from 'jotai'
import { cartAtom, cartIdAtom } from './cart/cart-atoms.ts'
import { decodeCart } from './cart/cart.ts'
import { comparedAtom, seenAtom } from './product/stored/stored-product-atoms.ts'
import { decodeStoredProducts, maxCompared, maxSeen } from './product/stored/stored-products.ts'
import { sessionAtom } from './session/session-atoms.ts'
import { decodeSession, isExpired } from './session/session.ts'
import { storageKeys } from '../lib/storage/storage-keys.ts'
import type { Storage } from '../lib/storage/storage.ts'

export type Store = ReturnType<typeof createStore>

/** Calls the listener with each key that another tab changed; `null` if any key may have changed. */
export type StorageChanges = { subscribe(listener: (key: string | null) => void): () => void }

export type BrowserState = {
  store: Store
  storage: Storage
  changes: StorageChanges
  /** Another tab has logged in or out. */
  onOtherSession: () => void
}

/**
 * Fills the store from local storage, writes every change back, and applies changes of other tabs: a cart changed there
 * changes here, and a logout there ends the session here. Calls `onOtherSession` after a login or logout in another
 * tab. Returns a function that disconnects the store.
 */
export function connectBrowserState({ store, storage, changes, onOtherSession }: BrowserState): () => void {
  const read = {
    [storageKeys.cart]: () => store.set(cartAtom, decodeCart(storage.read(storageKeys.cart))),
    [storageKeys.cartId]: () => store.set(cartIdAtom, decodeCartId(storage.read(storageKeys.cartId))),
    [storageKeys.compared]: () =>
      store.set(comparedAtom, decodeStoredProducts(storage.read(storageKeys.compared), maxCompared)),
    [storageKeys.seen]: () => store.set(seenAtom, decodeStoredProducts(storage.read(storageKeys.seen), maxSeen)),
    [storageKeys.user]: () => store.set(sessionAtom, liveSession(storage.read(storageKeys.user))),
  }
  const readAll = () => Object.values(read).forEach((readOne) => readOne())
  readAll()
  // An expired session is also removed from local storage.
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

/** Changes of local storage as the browser reports them to this tab. */
export const tabChanges: StorageChanges = {
  subscribe(listener) {
    const onStorage = (event: StorageEvent) => listener(event.key)
    // A page restored from the back/forward cache has received no storage events while it was there.
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

/** Writes only a changed value, so that tabs do not trigger each other for ever. */
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
