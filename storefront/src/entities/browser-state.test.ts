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
const farAway = 99_999_999_999
const product = { id: 'p1', title: 'Monitor', company: 'A', brand: 'A', price: 100, logoUrl: '' }

function browser(content: Record<string, string> = {}) {
  const kept = new Map(Object.entries(content))
  const listeners: ((key: string | null) => void)[] = []
  const writes: string[] = []
  const store = createStore()
  const told: (string | undefined)[] = []
  connectBrowserState({
    store,
    storage: {
      read: (key) => kept.get(key) ?? null,
      write(key, value) {
        writes.push(key)
        kept.set(key, value)
      },
      remove: (key) => void kept.delete(key),
    },
    changes: {
      subscribe(listener) {
        listeners.push(listener)
        return () => {}
      },
    },
    onOtherSession: () => told.push(store.get(sessionAtom)?.loginUserName),
  })
  const tell = (key: string | null) => listeners.forEach((listener) => listener(key))
  const otherTab = (key: string, value: string | undefined) => {
    if (value === undefined) kept.delete(key)
    else kept.set(key, value)
    tell(key)
  }
  return { store, kept, writes, told, tell, otherTab }
}

describe('what the browser keeps', () => {
  it('starts the shop where it was left', () => {
    const { store } = browser({
      cart: JSON.stringify([{ ...product, quantity: 2 }]),
      user: JSON.stringify(session(farAway)),
    })
    expect(store.get(cartAtom)).toEqual([{ ...product, quantity: 2 }])
    expect(store.get(sessionAtom)?.loginUserName).toBe('asha')
  })

  it('is written with every change', () => {
    const { store, kept } = browser()
    store.set(putIntoCartAtom, { product, quantity: 3 })
    store.set(sessionAtom, session(farAway))
    expect(JSON.parse(kept.get('cart') ?? '')).toEqual([{ ...product, quantity: 3 }])
    store.set(sessionAtom, null)
    expect(kept.has('user')).toBe(false)
  })

  it('forgets a session that has expired', () => {
    const { store, kept } = browser({ user: JSON.stringify(session(1)) })
    expect(store.get(sessionAtom)).toBeNull()
    expect(kept.has('user')).toBe(false)
  })

  it('follows the other tabs without answering them', () => {
    const { store, writes, otherTab } = browser({ user: JSON.stringify(session(farAway)) })
    otherTab('cart', JSON.stringify([{ ...product, quantity: 5 }]))
    expect(store.get(cartAtom)[0]?.quantity).toBe(5)
    otherTab('user', undefined)
    expect(store.get(sessionAtom)).toBeNull()
    expect(writes).toEqual([])
  })

  it('tells of a session that began or ended elsewhere, also where all may have changed, and of no other change', () => {
    const { kept, told, tell, otherTab } = browser()
    otherTab('user', JSON.stringify(session(farAway)))
    tell(null)
    otherTab('cart', undefined)
    expect(told).toEqual(['asha'])
    kept.clear()
    tell(null)
    expect(told).toEqual(['asha', undefined])
  })

  it('is not trusted to be whole', () => {
    const { store } = browser({ cart: '{"broken', user: '[]', cartId: 'not a uuid' })
    expect(store.get(cartAtom)).toEqual([])
    expect(store.get(sessionAtom)).toBeNull()
  })
})
