import type { Page } from 'playwright-core'

/** Opens a place of the admin's console by its link: in the side rail, or in the drawer of a narrow screen. */
export async function openPlace(page: Page, label: string): Promise<void> {
  const opener = page.getByRole('button', { name: /^Console/ })
  const places = page.getByRole('navigation', { name: 'Admin' })
  await opener.or(places).first().waitFor()
  if (await opener.isVisible()) await opener.click()
  await places.getByRole('link', { name: label, exact: true }).click()
}
