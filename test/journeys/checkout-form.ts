import type { Page } from 'playwright-core'

/** The call with which the browser places an order. */
export const orderCall = '**/api/products/bookOrderRequest'

export const fields = {
  'Mobile number': '9820012345',
  Address: '12 MG Road',
  City: 'Pune',
  State: 'Maharashtra',
  'ZIP Code': '411001',
}

export async function fillAll(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
}

export const place = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click()

export const expectToast = (page: Page, text: string | RegExp) =>
  page.getByLabel('Notifications').getByText(text).first().waitFor()

export const expectAlert = (page: Page, text: string) =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor()
