import { createElement } from 'react'
import { isFields, parseJson, textOf } from '../../lib/decode.ts'
import { noticeAtom } from '../../lib/atoms/notice-atoms.ts'
import { sentKey } from '../../lib/storage/storage-keys.ts'
import { tabStorage } from '../../lib/storage/storage.ts'
import type { Store } from '../browser-state.ts'
import { SentNotice, type Sent } from './sent-notice.tsx'

/** Shows a notice about an order or a request that was sent, which stays in this tab until it is dismissed. */
export function showSent(store: Store, sent: Sent): void {
  tabStorage.write(sentKey, JSON.stringify(sent))
  show(store, sent)
}

/** Shows the notice that was there before a reload. */
export function showSentAgain(store: Store): void {
  const sent = parseJson(tabStorage.read(sentKey))
  if (!isFields(sent)) return
  const kind = textOf(sent, 'kind') === 'request' ? 'request' : 'order'
  show(store, { kind, id: textOf(sent, 'id'), owner: textOf(sent, 'owner') })
}

function show(store: Store, sent: Sent): void {
  function onDismiss() {
    // First, because the button that was pressed goes with the notice.
    document.querySelector('main')?.focus({ preventScroll: true })
    tabStorage.remove(sentKey)
    store.set(noticeAtom, null)
  }
  store.set(noticeAtom, createElement(SentNotice, { sent, onDismiss }))
}
