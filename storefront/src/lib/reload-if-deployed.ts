/**
 * Reloads the page if the shop has been deployed since it was loaded: the scripts that it would fetch are gone. After
 * the reload they are the new ones, so it cannot repeat itself.
 */
export async function reloadIfDeployed(): Promise<void> {
  const page = await fetch(location.href)
  const text = await page.text()
  if (page.ok && !text.includes(new URL(import.meta.url).pathname)) location.reload()
}
