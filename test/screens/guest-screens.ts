import type { Page } from 'playwright-core'
import type { LivedInShop } from './lived-in-shop.ts'
import { accepting, ask, button, dialog, failing, silent, type Screen } from './screen.ts'

/** The public screens. */
export function guestScreens({ devices, tokens }: LivedInShop): Screen[] {
  return [
    ...layout,
    ...catalogue,
    ...product(devices[0].id),
    ...shopping(devices.map(({ id }) => id)),
    { name: 'quick-order-table', path: '/quick-order', act: findCodes([devices[0].id, devices[1].id]) },
    ...failed,
    ...plain,
    ...linksOfMails(tokens),
  ]
}

const layout: Screen[] = [
  { name: 'home', path: '/' },
  {
    name: 'home-suggestions',
    path: '/',
    isOverlaid: true,
    async act(page) {
      await page.getByRole('combobox', { name: 'Search products' }).pressSequentially('monitor')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'menu-side',
    path: '/collection/x-ray',
    only: 'narrow',
    isOverlaid: true,
    async act(page) {
      await button(page, 'Menu').click()
      await dialog(page).getByText('Medical Devices', { exact: true }).click()
    },
  },
  {
    name: 'menu-group',
    path: '/',
    only: 'wide',
    isOverlaid: true,
    act: (page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Medical Devices' }).click(),
  },
  { name: 'appearance', path: '/about-us', isOverlaid: true, act: (page) => ask(page, 'Appearance') },
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    async act(page) {
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'signup', path: '/signup' },
  {
    name: 'signup-incomplete',
    path: '/signup',
    async act(page) {
      await page.getByRole('main').getByRole('button').last().click()
      await page.getByText('Please fill out all fields!').waitFor()
    },
  },
]

const catalogue: Screen[] = [
  { name: 'collection', path: '/collection' },
  { name: 'collection-last-page', path: '/collection?page=20' },
  { name: 'collection-category', path: '/collection/icu-equipments' },
  { name: 'collection-tools', path: '/collection/tools' },
  { name: 'collection-trolley-mounting', path: '/collection/trolley-mounting' },
  { name: 'collection-medicines', path: '/collection/medicines' },
  { name: 'collection-products', path: '/collection/products' },
  { name: 'collection-filtered', path: '/collection/icu-equipments?brand=Vaayu&minPrice=1000' },
  { name: 'collection-nothing-left', path: '/collection?brand=Nobody' },
  { name: 'collection-unknown', path: '/collection/doctors' },
  {
    name: 'collection-filters',
    path: '/collection',
    only: 'narrow',
    isOverlaid: true,
    act: (page) => ask(page, /Filter/),
  },
  {
    name: 'search-loading',
    path: '/about-us',
    prepare: silent('**/api/products/search?*'),
    async act(page) {
      await page.getByRole('combobox', { name: 'Search products' }).fill('monitor')
      await page.keyboard.press('Enter')
      await page.getByText('Loading Products...').waitFor()
    },
  },
  { name: 'search', path: '/search?q=monitor' },
  { name: 'search-nothing', path: '/search?q=zeppelin' },
]

function product(id: string): Screen[] {
  const path = `/products/${id}`
  return [
    { name: 'product', path },
    { name: 'product-in-collection', path: `/collection/products/${id}` },
    {
      name: 'product-policy',
      path,
      act: (page) => button(page, 'Replacement').click(),
    },
    {
      name: 'product-faq',
      path,
      act: (page) => page.getByText('FAQs').click(),
    },
    {
      name: 'product-lightbox',
      path,
      isOverlaid: true,
      async act(page) {
        await button(page, /^Enlarge picture/).click()
        await page.locator('.yarl__portal_open .yarl__slide_current img').waitFor()
      },
    },
    {
      name: 'product-added',
      path,
      isOverlaid: true,
      async act(page) {
        await button(page, 'Add to Cart').click()
        await page.getByLabel('Notifications').getByText('Product added to cart!').waitFor()
        await keepMessage(page)
      },
    },
    {
      name: 'product-buy-bar',
      path,
      only: 'narrow',
      isOverlaid: true,
      async act(page) {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        await page.getByRole('region', { name: 'Price and cart' }).waitFor()
      },
    },
    { name: 'product-gone', path: '/products/no-such-product' },
  ]
}

/** A message stays while it has the focus. */
const keepMessage = (page: Page) => page.keyboard.press('F6')

function shopping(ids: readonly string[]): Screen[] {
  return [
    { name: 'cart-empty', path: '/cart' },
    { name: 'cart', path: '/cart', as: 'shopper' },
    {
      name: 'cart-undo',
      path: '/cart',
      as: 'shopper',
      isOverlaid: true,
      async act(page) {
        await button(page, /^Remove /).click()
        await button(page, 'Undo').waitFor()
        await keepMessage(page)
      },
    },
    { name: 'quick-order', path: '/quick-order' },
    { name: 'compare-empty', path: '/compare' },
    { name: 'compare', path: `/compare?ids=${ids.slice(0, 4).join(',')}` },
    { name: 'compare-two', path: `/compare?ids=${ids.slice(0, 2).join(',')}` },
    {
      name: 'compare-picker',
      path: `/compare?ids=${ids.slice(0, 2).join(',')}`,
      isOverlaid: true,
      act: (page) => ask(page, 'Add a device'),
    },
    {
      name: 'compare-bar',
      path: '/collection',
      isOverlaid: true,
      async act(page) {
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Compare/ })
          .nth(0)
          .click()
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Compare/ })
          .nth(1)
          .click()
      },
    },
  ]
}

const findCodes = (codes: readonly string[]) => async (page: Page) => {
  await page.getByLabel('Codes, one per line').fill([...codes, 'qwxyz-77'].join(', 2\n'))
  await button(page, 'Find products').click()
  await page.getByRole('region', { name: 'Products of the list' }).waitFor()
}

const withinTheShop = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name }).first().click()

const failed: Screen[] = [
  {
    name: 'collection-failed',
    path: '/site-map',
    prepare: failing('**/api/products/collection/*'),
    async act(page) {
      await withinTheShop('X-Ray')(page)
      await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    },
  },
  {
    name: 'product-carousels-failed',
    path: '/collection',
    prepare: failing('**/api/products/product/*'),
    async act(page) {
      await page.getByRole('main').getByRole('article').getByRole('link').first().click()
      await page.getByText('Failed to load similar products').waitFor()
    },
  },
  {
    name: 'offline',
    path: '/about-us',
    async act(page) {
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
    },
  },
  {
    name: 'offline-failed',
    path: '/site-map',
    async act(page) {
      await page.context().setOffline(true)
      await withinTheShop('X-Ray')(page)
      await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    },
  },
]

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await button(page, 'Set the new password').click()
}

/** The pages for the links in mails, with their tokens. */
function linksOfMails({ resetPassword, verifyEmail }: LivedInShop['tokens']): Screen[] {
  const path = `/reset-password?token=${resetPassword}`
  return [
    {
      name: 'forgot-password-sent',
      path: '/forgot-password',
      async act(page) {
        await page.getByLabel('Username or email').fill('nobody')
        await button(page, 'Send me the link').click()
        await page.getByText(/^If there is such an account/).waitFor()
      },
    },
    { name: 'reset-password-form', path },
    {
      name: 'reset-password-refused',
      path,
      async act(page) {
        await choosePassword(page, 'short')
        await page.getByText('Password must have at least 8 characters').waitFor()
      },
    },
    {
      name: 'reset-password-done',
      path,
      prepare: accepting('**/api/auth/reset-password', {}),
      async act(page) {
        await choosePassword(page, 'a long walk along the Mula')
        await page.getByText('Your new password is set').waitFor()
      },
    },
    // A used link is refused like any other that is not valid.
    { name: 'reset-password-used', path: '/reset-password?token=used' },
    { name: 'verify-email-done', path: `/verify-email?token=${verifyEmail}` },
    { name: 'verify-email-refused', path: '/verify-email?token=a.b.c' },
  ]
}

/** Of the pages for a link in a mail, the state without its token. */
const plain: Screen[] = [
  'about-us',
  'support-client-services',
  'privacy-policy',
  'site-map',
  'forgot-password',
  'reset-password',
  'verify-email',
].map((name) => ({
  name,
  path: `/${name}`,
}))
