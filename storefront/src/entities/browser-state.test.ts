import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { connectBrowserState } from './browser-state.ts'
import { cartAtom, putIntoCartAtom } from './cart/cart-atoms.ts'
import { openSession } from './session/session.ts'
import { sessionAtom } from './session/session-atoms.ts'

const token = (exp: number) => `h.${btoa(JSON.stringify({ exp }))}.s`
const session = (exp: number) =>
  openSession(
    { id: 'u1', name: 'Asha', accessToken: token(exp), roles: ['USER'], loginUserName: 'asha', email: '' },
    null,
  )
const farFuture = 99_999_999_999
const product = { id: 'p1', title: 'Monitor', company: 'A', brand: 'A', price: 100, logoUrl: '' }

function browser(content: Record<string, string> = {}) {
  const stored = new Map(Object.entries(content))
  const listeners: ((key: string | null) => void)[] = []
  const writes: string[] = []
  const store = createStore()
  const sessionChanges: (string | undefined)[] = []
  connectBrowserState({
    store,
    storage: {
      read: (key) => stored.get(key) ?? null,
      write(key, value) {
        writes.push(key)
        stored.set(key, value)
      },
      remove: (key) => void stored.delete(key),
    },
    changes: {
      subscribe(listener) {
        listeners.push(listener)
        return () => {}
      },
    },
    onOtherSession: () => sessionChanges.push(store.get(sessionAtom)?.loginUserName),
  })
  const notify = (key: string | null) => listeners.forEach((listener) => listener(key))
  const otherTab = (key: string, value: string | undefined) => {
    if (value === undefined) stored.delete(key)
    else stored.set(key, value)
    notify(key)
  }
  return { store, stored, writes, sessionChanges, notify, otherTab }
}

describe('browser state', () => {
  it('restores the cart and the session from local storage', () => {
    const { store } = browser({
      cart: JSON.stringify([{ ...product, quantity: 2 }]),
      user: JSON.stringify(session(farFuture)),
    })
    expect(store.get(cartAtom)).toEqual([{ ...product, quantity: 2 }])
    expect(store.get(sessionAtom)?.loginUserName).toBe('asha')
  })

  it('writes every change to local storage', () => {
    const { store, stored } = browser()
    store.set(putIntoCartAtom, { product, quantity: 3 })
    store.set(sessionAtom, session(farFuture))
    expect(JSON.parse(stored.get('cart') ?? '')).toEqual([{ ...product, quantity: 3 }])
    store.set(sessionAtom, null)
    expect(stored.has('user')).toBe(false)
  })

  it('forgets a session that has expired', () => {
    const { store, stored } = browser({ user: JSON.stringify(session(1)) })
    expect(store.get(sessionAtom)).toBeNull()
    expect(stored.has('user')).toBe(false)
  })

  it('follows the other tabs without writing back', () => {
    const { store, writes, otherTab } = browser({ user: JSON.stringify(session(farFuture)) })
    otherTab('cart', JSON.stringify([{ ...product, quantity: 5 }]))
    expect(store.get(cartAtom)[0]?.quantity).toBe(5)
    otherTab('user', undefined)
    expect(store.get(sessionAtom)).toBeNull()
    expect(writes).toEqual([])
  })

  it('reports a login or logout in another tab, also after a change of all keys, and no other change', () => {
    const { stored, sessionChanges, notify, otherTab } = browser()
    otherTab('user', JSON.stringify(session(farFuture)))
    notify(null)
    otherTab('cart', undefined)
    expect(sessionChanges).toEqual(['asha'])
    stored.clear()
    notify(null)
    expect(sessionChanges).toEqual(['asha', undefined])
  })

  it('ignores broken entries', () => {
    const { store } = browser({ cart: '{"broken', user: '[]', cartId: 'not a uuid' })
    expect(store.get(cartAtom)).toEqual([])
    expect(store.get(sessionAtom)).toBeNull()
  })
})
