import { createElement, Fragment } from 'react'
import { noticeAtom } from '../../../lib/atoms/notice-atoms.ts'
import type { Store } from '../../browser-state.ts'
import { CartDrawer } from './cart-drawer.tsx'

/**
 * Opens the cart drawer, next to the notice if there is one; the focus returns to `opener` when it closes. On a page
 * that shows the cart itself, navigates to the cart's page.
 */
export function openCartDrawer(store: Store, opener: Element | null, toCart: () => void): void {
  if (/^\/(cart|checkout)$/.test(location.pathname)) return toCart()
  const notice = store.get(noticeAtom)
  const drawer = createElement(CartDrawer, { opener, onClose: () => store.set(noticeAtom, notice) })
  store.set(noticeAtom, createElement(Fragment, null, notice, drawer))
}
