import type { Page } from 'playwright-core'

/** One screen in one state, as its tests and its pictures open it. */
export type Screen = {
  /** Names its picture: `screen-state`. */
  name: string
  path: string
  /** Who looks at it: a guest where nobody is named. */
  as?: Viewpoint
  /** Where the state is there on narrow or on wide screens alone. */
  only?: 'narrow' | 'wide'
  /** What is done before somebody looks; returns once the state is to be seen. */
  act?: (page: Page) => Promise<unknown>
  /** What is done before the screen is opened. */
  prepare?: (page: Page) => Promise<unknown>
  /** Something lies over the page: its picture shows the window, not the whole page. */
  isOverlaid?: boolean
}

/** `returning`: with a cart from a time when one device cost more and another one was still there. */
export type Viewpoint = 'guest' | 'shopper' | 'returning' | 'buyer' | 'newcomer' | 'admin'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a dialog by a button. */
export async function ask(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).click()
  await dialog(page).waitFor()
}

/** From here on, this part of the API fails. */
export const failing = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 500, body: 'no JSON' }))

/** From here on, this part of the API does not answer. */
export const silent = (pattern: string) => (page: Page) => page.route(pattern, () => undefined)
