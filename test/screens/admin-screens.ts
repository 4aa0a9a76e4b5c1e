import type { Page } from 'playwright-core'
import { adminPlaces } from '#storefront/src/lib/manifests.gen.ts'
import { png } from '../support/shop/pictures.ts'
import type { LivedInShop } from './lived-in-shop.ts'
import { operationScreens } from './operation-screens.ts'
import { ask, button, dialog, type Screen } from './screen.ts'

/** The screens of admins. */
export function adminScreens(shop: LivedInShop): Screen[] {
  const screens = [
    ...catalogue(shop.devices[0].id),
    ...importing,
    ...boards,
    ...people,
    ...account(shop),
    ...operationScreens,
    ...audit(shop),
  ]
  return [...screens, ...placesBeyond(screens)].map((screen) => ({ as: 'admin', ...screen }))
}

/** Screens for the links of the admin's navigation that `screens` does not cover. */
function placesBeyond(screens: readonly Screen[]): Screen[] {
  return adminPlaces
    .filter(({ to }) => !screens.some(({ path }) => path === to))
    .map(({ to }) => ({ name: to.slice(1).replaceAll('/', '-'), path: to }))
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

function catalogue(id: string): Screen[] {
  return [
    { name: 'admin', path: '/admin' },
    { name: 'admin-nothing-found', path: '/admin?text=zeppelin' },
    { name: 'admin-cards', path: '/admin?view=cards' },
    { name: 'admin-cards-selected', path: '/admin?view=cards', isOverlaid: true, act: selectTwo },
    { name: 'admin-narrowed', path: '/admin?stock=more&sort=price-asc&density=compact' },
    {
      name: 'admin-brands',
      path: '/admin',
      isOverlaid: true,
      async act(page) {
        await page.locator('summary').filter({ hasText: 'Brand' }).click()
        await page.getByRole('navigation', { name: 'Brand' }).getByRole('link').first().waitFor()
      },
    },
    { name: 'admin-delete', path: '/admin', isOverlaid: true, act: (page) => ask(page, /^Delete /) },
    {
      name: 'admin-undo',
      path: '/admin?text=stethoscope',
      isOverlaid: true,
      async act(page) {
        await ask(page, /^Delete /)
        await dialog(page).getByRole('button', { name: 'Yes' }).click()
        await button(page, 'Undo').waitFor()
      },
    },
    { name: 'admin-prices', path: '/admin', isOverlaid: true, act: (page) => ask(page, /^Price history of/) },
    {
      name: 'admin-inline-refused',
      path: '/admin',
      async act(page) {
        const stock = page.getByLabel(/^Stock of/).first()
        await stock.fill('1.5')
        await stock.press('Enter')
        await page.getByText('Stock must be a whole number').waitFor()
      },
    },
    {
      name: 'admin-deleted',
      path: '/admin',
      async act(page) {
        await page.getByRole('link', { name: 'Deleted' }).click()
        await page
          .getByText(/deleted product/)
          .first()
          .waitFor()
      },
    },
    { name: 'admin-form', path: '/admin/products' },
    {
      name: 'admin-form-incomplete',
      path: '/admin/products',
      async act(page) {
        await button(page, 'Save product').click()
        await page.getByRole('alert').first().waitFor()
      },
    },
    { name: 'admin-form-edit', path: `/admin/products/${id}` },
    {
      name: 'admin-form-pictures',
      path: '/admin/products',
      async act(page) {
        const files = [90, 160].map((grey) => ({
          name: `${grey}.png`,
          mimeType: 'image/png',
          buffer: png({ width: 400, height: 300, grey }),
        }))
        await page.getByLabel('Drop files here, or choose them').setInputFiles(files)
        await page.getByLabel('Alternative text, place 2').waitFor()
      },
    },
    { name: 'admin-form-home-card', path: `/admin/products/${id}`, act: tab('Home Card Preview') },
    { name: 'admin-form-service-card', path: `/admin/products/${id}`, act: tab('Service Card Preview') },
  ]
}

const header = 'sku,title,company,brand,category,lookup_type,price_inr,qty,description,feature_description'
const file = [
  header,
  'W-1,Imported Monitor,Aarogya Meditech,Aarogya,icu-equipments,Equipment,84500.50,4,Bedside monitor,Screen: 12 in',
  'W-1,Imported Monitor,Aarogya Meditech,Aarogya,icu-equipments,Equipment,5,4,Bedside monitor,Screen: 12 in',
  'W-2,Nameless,,Aarogya,icu-equipments,Equipment,cheap,4,Bedside monitor,Screen: 12 in',
]

const choose = (page: Page, lines: readonly string[]) =>
  page
    .getByLabel('CSV file, 10 MB at most')
    .setInputFiles({ name: 'supplier.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })

const importing: Screen[] = [
  { name: 'admin-import', path: '/admin/import' },
  {
    name: 'admin-import-preview',
    path: '/admin/import',
    async act(page) {
      await choose(page, file)
      await page.getByRole('cell', { name: 'already in row 2' }).waitFor()
    },
  },
  {
    name: 'admin-import-done',
    path: '/admin/import',
    async act(page) {
      await choose(page, file)
      await button(page, 'Import 1 row').click()
      await page
        .getByText(/^supplier.csv: \d products? added/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'admin-import-columns',
    path: '/admin/import',
    async act(page) {
      await choose(page, ['name,price', 'Monitor,5'])
      await page.getByText(/^Choose the columns for: sku/).waitFor()
    },
  },
]

const boards: Screen[] = [
  { name: 'admin-orders', path: '/admin/orders' },
  { name: 'admin-orders-selected', path: '/admin/orders', isOverlaid: true, act: selectTwo },
  { name: 'admin-orders-none', path: '/admin/orders?text=zeppelin' },
  { name: 'admin-orders-narrowed', path: '/admin/orders?from=2026-01-01&to=2099-12-31' },
  { name: 'admin-overview', path: '/admin/overview' },
  {
    name: 'admin-overview-table',
    path: '/admin/overview',
    act: (page) => page.getByText('The figures as a table').click(),
  },
  { name: 'admin-overview-nothing', path: '/admin/overview?from=2026-02-02&to=2026-02-03' },
  { name: 'admin-orders-dispatch', path: '/admin/orders', isOverlaid: true, act: (page) => ask(page, 'Confirm') },
  {
    name: 'admin-orders-reason',
    path: '/admin/orders',
    isOverlaid: true,
    async act(page) {
      await ask(page, 'Mark as returned')
      await dialog(page).getByRole('button', { name: 'Mark as returned' }).click()
      await page.getByText('Please give a reason').waitFor()
    },
  },
  { name: 'admin-requests', path: '/admin/service-requests' },
  {
    name: 'admin-requests-decline',
    path: '/admin/service-requests',
    isOverlaid: true,
    act: (page) => ask(page, 'Acknowledge'),
  },
  { name: 'admin-my-orders', path: '/my-orders' },
  { name: 'admin-my-requests', path: '/my-orders/requests' },
  { name: 'menu-side-admin', path: '/about-us', only: 'narrow', isOverlaid: true, act: (page) => ask(page, 'Menu') },
  {
    name: 'menu-admin',
    path: '/about-us',
    only: 'wide',
    isOverlaid: true,
    act: (page) => page.getByRole('button', { name: 'Admin', exact: true }).click(),
  },
]

const people: Screen[] = [
  { name: 'admin-users', path: '/admin/users' },
  { name: 'admin-palette', path: '/admin/users', isOverlaid: true, act: openPalette },
  {
    name: 'admin-palette-found',
    path: '/admin/users',
    isOverlaid: true,
    async act(page) {
      await openPalette(page)
      await page.keyboard.type('monitor')
      await page
        .getByRole('option', { name: /monitor/i })
        .first()
        .waitFor()
    },
  },
  { name: 'admin-users-none', path: '/admin/users?text=zeppelin' },
  { name: 'admin-users-roles', path: '/admin/users', isOverlaid: true, act: (page) => ask(page, 'Change roles') },
  {
    name: 'admin-users-delete',
    path: '/admin/users?text=asha',
    isOverlaid: true,
    async act(page) {
      await ask(page, /^Delete/)
      await dialog(page).getByRole('button', { name: 'Delete for good' }).click()
      await page.getByText('This is not the username of the account').waitFor()
    },
  },
]

const account = ({ buyer, deletedId }: LivedInShop): Screen[] => [
  { name: 'admin-user', path: `/admin/users/${buyer.id}` },
  { name: 'admin-user-deleted', path: `/admin/users/${deletedId}` },
]

function audit({ devices, orders, requests, cartId }: LivedInShop): Screen[] {
  return [
    { name: 'admin-events', path: '/admin/events' },
    { name: 'admin-events-none', path: '/admin/events?type=NoSuchType' },
    { name: 'admin-exports', path: '/admin/events/exports' },
    { name: 'admin-events-export', path: '/admin/events', isOverlaid: true, act: (page) => ask(page, 'Export') },
    {
      name: 'admin-event',
      path: '/admin/events?type=OrderDispatched',
      async act(page) {
        await page.getByRole('list', { name: 'Events, newest first' }).getByRole('link').first().click()
        await page.getByRole('heading', { name: 'Causes and effects' }).waitFor()
        // Wide screens have the event next to the list first.
        const ownPage = page.getByRole('link', { name: 'Open event' })
        if ((await ownPage.count()) > 0) await ownPage.click()
        await page.getByRole('heading', { level: 1, name: 'OrderDispatched' }).waitFor()
      },
    },
    {
      name: 'admin-event-chosen',
      only: 'wide',
      path: '/admin/events?type=OrderPlaced',
      async act(page) {
        await page.getByRole('list', { name: 'Events, newest first' }).getByRole('link').first().click()
        await page.getByRole('heading', { name: 'Causes and effects' }).waitFor()
      },
    },
    { name: 'admin-events-asked', path: '/admin/events?where=data.totalPaise+%3E+0' },
    { name: 'admin-events-mistaken', path: '/admin/events?where=type+%3D+OrderPlacd' },
    { name: 'admin-stream', path: `/admin/streams/product-${devices[0].id}` },
    { name: 'admin-order-history', path: `/admin/orders/${orders.dispatched}` },
    { name: 'admin-order-compared', path: `/admin/orders/${orders.dispatched}?revision=0&compare=1` },
    { name: 'admin-order-past', path: `/admin/orders/${orders.dispatched}?revision=0` },
    { name: 'admin-order-delivered', path: `/admin/orders/${orders.delivered}` },
    { name: 'admin-request-history', path: `/admin/service-requests/${requests.resolved}` },
    { name: 'admin-request-past', path: `/admin/service-requests/${requests.resolved}?revision=0` },
    { name: 'admin-product-history', path: `/admin/products/${devices[0].id}/history` },
    { name: 'admin-product-past', path: `/admin/products/${devices[0].id}/history?revision=1` },
    { name: 'admin-cart-history', path: `/admin/carts/${cartId}` },
    { name: 'admin-cart-past', path: `/admin/carts/${cartId}?revision=0` },
    { name: 'admin-cart-compared', path: `/admin/carts/${cartId}?revision=2&compare=0` },
    { name: 'admin-cart-unknown', path: '/admin/carts/no-such-cart' },
  ]
}

/** Selects the first two entries of a list. */
async function selectTwo(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all )/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
}

async function openPalette(page: Page): Promise<void> {
  await button(page, 'Find anything').click()
  await page.getByRole('dialog', { name: 'Find anything' }).getByRole('option').first().waitFor()
}
