import { sentKey } from '../lib/storage/storage-keys.ts'
import { tabStorage } from '../lib/storage/storage.ts'
import { mirrorInBrowser, type BrowserMirrorDeps } from './cart/mirror-in-browser.ts'

/** The code that is fetched only for a shopper with a cart or a login: no page needs it to be shown. */
export function serveKnownShopper(deps: BrowserMirrorDeps): void {
  mirrorInBrowser(deps)
  // Something was sent in this tab, and the notice about it was not dismissed.
  if (tabStorage.read(sentKey) !== null)
    void import('./sent/show-sent.ts').then(({ showSentAgain }) => showSentAgain(deps.store))
}
