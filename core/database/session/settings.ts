/**
 * Adds the settings to the URL's `options`, for every session opened with it. They are part of the URL because the URL
 * overrides a client's configuration, and they come last because the last value of a setting wins.
 */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const parsed = new URL(url)
  const given = parsed.searchParams.get('options')
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  parsed.searchParams.set('options', [...(given === null ? [] : [given]), ...own].join(' '))
  return parsed.href
}
