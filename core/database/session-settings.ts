/**
 * The URL whose sessions have these settings, together with those that it carries in `options` itself: what the URL says
 * wins over what a client's configuration says, so that both must be in it. A text that is no URL stays as it is.
 */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const given = parsed.searchParams.get('options')
  parsed.searchParams.set('options', [...own, ...(given === null ? [] : [given])].join(' '))
  return parsed.href
}
