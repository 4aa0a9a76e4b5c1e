/**
 * The URL whose sessions have these settings, alongside those that it carries in `options` itself. They stand in the URL, as
 * what it says wins over what a client's configuration says; they stand last, as the last of two is the one that holds.
 */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const parsed = new URL(url)
  const given = parsed.searchParams.get('options')
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  parsed.searchParams.set('options', [...(given === null ? [] : [given]), ...own].join(' '))
  return parsed.href
}
