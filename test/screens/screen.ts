import type { Page } from 'playwright-core'

/** One screen in one state, which tests open and take pictures of. */
export type Screen = {
  /** The name of its picture: `screen-state`. */
  name: string
  path: string
  /** The visitor; a guest by default. */
  as?: Viewpoint
  /** Set if the state exists on narrow or on wide screens only. */
  only?: 'narrow' | 'wide'
  /** Brings the page into the state; resolves once the state is visible. */
  act?: (page: Page) => Promise<unknown>
  /** Runs before the screen is opened. */
  prepare?: (page: Page) => Promise<unknown>
  /** An overlay covers the page, so the picture shows the window, not the whole page. */
  isOverlaid?: boolean
}

/** `returning` has an old cart: the price of one product has changed since, and another was withdrawn. */
export type Viewpoint = 'guest' | 'shopper' | 'returning' | 'buyer' | 'newcomer' | 'admin'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a dialog with a button. */
export async function ask(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).click()
  await dialog(page).waitFor()
}

/** Makes this part of the API fail. */
export const failing = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 500, body: 'no JSON' }))

/** Makes this part of the API answer with 201, without storing anything. */
export const accepting = (pattern: string, json: object) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 201, json }))

/** Changes what this part of the API answers. */
export const changing =
  <Body>(pattern: string, change: (body: Body) => Body) =>
  (page: Page) =>
    page.route(pattern, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    })

/** Makes this part of the API never answer. */
export const silent = (pattern: string) => (page: Page) => page.route(pattern, () => undefined)
