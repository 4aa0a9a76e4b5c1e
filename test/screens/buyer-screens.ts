import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import type { LivedInShop } from './lived-in-shop.ts'
import { accepting, ask, button, dialog, failing, type Screen } from './screen.ts'

/** The screens of logged-in users. */
export function buyerScreens({ devices, orders, requests }: LivedInShop): Screen[] {
  const screens = [...profile, ...checkout, ...tracking(orders), ...service(devices[0].id)]
  return [
    ...screens.map((screen) => ({ as: 'buyer' as const, ...screen })),
    { name: 'cart-changed', path: '/cart', as: 'returning', act: saysWhatChanged },
    { name: 'checkout-changed', path: '/checkout', as: 'returning', act: saysWhatChanged },
    {
      name: 'cart-drawer',
      path: `/products/${devices[1].id}`,
      as: 'returning',
      only: 'wide',
      isOverlaid: true,
      async act(page) {
        await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
        await button(page, 'View cart').click()
        await dialog(page).getByText('is no longer available and will be removed from your cart').waitFor()
      },
    },
    { name: 'my-request', path: `/my-orders/requests/${requests.resolved}`, as: 'buyer' },
    { name: 'my-request-declined', path: `/my-orders/requests/${requests.declined}`, as: 'buyer' },
    { name: 'profile-pending-email', path: '/profile', as: 'newcomer' },
    {
      name: 'order-buy-again-gone',
      path: `/my-orders/${orders.delivered}`,
      as: 'buyer',
      async act(page) {
        await button(page, /^Buy again/).click()
        await page.getByText(/^No longer available: /).waitFor()
      },
    },
    { name: 'my-orders-empty', path: '/my-orders', as: 'newcomer' },
    { name: 'my-requests-empty', path: '/my-orders/requests', as: 'newcomer' },
    { name: 'order-of-another-buyer', path: `/my-orders/${orders.received}`, as: 'newcomer' },
  ]
}

const profile: Screen[] = [
  {
    name: 'menu-user',
    path: '/about-us',
    only: 'wide',
    isOverlaid: true,
    act: (page) => button(page, /^Hi, /).click(),
  },
  { name: 'profile', path: '/profile' },
  {
    name: 'profile-refused',
    path: '/profile',
    async act(page) {
      await button(page, 'Change password').click()
      await page.getByText('Enter your current password').waitFor()
    },
  },
  { name: 'profile-address-new', path: '/profile', isOverlaid: true, act: (page) => ask(page, 'Add an address') },
  { name: 'profile-address-edit', path: '/profile', isOverlaid: true, act: (page) => ask(page, /^Edit the address/) },
  {
    name: 'profile-delete',
    path: '/profile',
    isOverlaid: true,
    async act(page) {
      await ask(page, 'Delete my account')
      await dialog(page).locator('button[type=submit]:enabled').waitFor()
    },
  },
  { name: 'menu-side-buyer', path: '/about-us', only: 'narrow', isOverlaid: true, act: (page) => ask(page, 'Menu') },
]

const checkout: Screen[] = [
  { name: 'checkout-empty', path: '/checkout', as: 'newcomer' },
  {
    name: 'checkout-saved-address',
    path: '/checkout',
    act: savedAddress,
  },
  { name: 'checkout', path: '/checkout' },
  {
    name: 'checkout-pin-code',
    path: '/checkout',
    async act(page) {
      await savedAddress(page)
      await page.getByLabel('Deliver to').selectOption({ label: 'Another address' })
      await page.getByLabel('ZIP Code').fill('411001')
      await page.getByRole('main').getByText('Pune, Maharashtra', { exact: true }).waitFor()
    },
  },
  {
    name: 'checkout-mobile-advice',
    path: '/checkout',
    async act(page) {
      await savedAddress(page)
      await page.getByLabel('Mobile number').fill('12345')
      await page.getByText(/please check this number/).waitFor()
    },
  },
  {
    name: 'checkout-incomplete',
    path: '/checkout',
    async act(page) {
      await savedAddress(page)
      await page.getByLabel('Full name').fill('')
      await button(page, 'Place Order').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'checkout-network-error',
    path: '/checkout',
    prepare: failing('**/api/products/bookOrderRequest'),
    async act(page) {
      await placeOrder(page)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'order-notice',
    path: '/checkout',
    prepare: accepting('**/api/products/bookOrderRequest', { orderId: 'ORD12345678' }),
    async act(page) {
      await placeOrder(page)
      await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
      await page.getByRole('banner').locator('a[href="/"]').first().click()
      await notice(page, 'Your order')
    },
  },
  {
    name: 'checkout-success',
    path: '/checkout',
    prepare: accepting('**/api/products/bookOrderRequest', { orderId: 'ORD12345678' }),
    async act(page) {
      // Suppresses the timer that would close the panel during the check.
      await page.evaluate(
        '{ const later = setTimeout; window.setTimeout = (run, ms) => ms === 2500 || later(run, ms) }',
      )
      await placeOrder(page)
      await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    },
  },
]

/** The form is empty until the saved address of the buyer has been fetched. */
async function savedAddress(page: Page): Promise<void> {
  await page.locator('[name=city][value=Nashik]').waitFor()
}

/** The notice is shown before the page next to it has been loaded. */
async function notice(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name }).waitFor()
  await eventually(async () => {
    if ((await page.evaluate('__TSR_ROUTER__.state.status')) !== 'idle') throw new Error('the page is being loaded')
  })
}

async function placeOrder(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label).fill(text)
  await button(page, 'Place Order').click()
}

async function saysWhatChanged(page: Page): Promise<void> {
  await page.getByText('is no longer available and will be removed from your cart').waitFor()
}

const address = {
  'Mobile number': '9820012345',
  Address: '12 MG Road',
  City: 'Pune',
  State: 'Maharashtra',
  'ZIP Code': '411001',
}

function tracking(orders: LivedInShop['orders']): Screen[] {
  return [
    { name: 'my-orders', path: '/my-orders' },
    ...Object.entries(orders).map(([status, id]) => ({ name: `order-${status}`, path: `/my-orders/${id}` })),
    {
      name: 'order-cancel',
      path: `/my-orders/${orders.received}`,
      isOverlaid: true,
      act: (page) => ask(page, 'Cancel order'),
    },
    {
      name: 'order-printed',
      // Paper is wider than a phone.
      only: 'wide',
      path: `/my-orders/${orders.dispatched}`,
      act: (page) => page.emulateMedia({ media: 'print' }),
    },
    { name: 'my-requests', path: '/my-orders/requests' },
    {
      name: 'my-requests-withdraw',
      path: '/my-orders/requests',
      isOverlaid: true,
      act: (page) => ask(page, /^Withdraw/),
    },
  ]
}

function service(id: string): Screen[] {
  const path = `/service-request/${id}`
  return [
    { name: 'service-request', path },
    {
      name: 'request-notice',
      path,
      prepare: accepting('**/api/orders/productRequest', { id: 'r1', status: 'received' }),
      async act(page) {
        await page.getByLabel('Service request summary').fill('The alarm does not stop.')
        await button(page, 'Send request').click()
        await notice(page, 'Your request')
      },
    },
    {
      name: 'service-request-incomplete',
      path,
      async act(page) {
        await button(page, 'Send request').click()
        await page.getByText('Enter Service Request Summary').waitFor()
      },
    },
    {
      name: 'service-request-order',
      path,
      async act(page) {
        await page.getByRole('tab', { name: 'Order Request Form' }).click()
        await savedAddress(page)
        await page.getByLabel('Full name').fill('')
        await button(page, 'Place Order').click()
        await page.getByRole('alert').first().waitFor()
      },
    },
  ]
}
