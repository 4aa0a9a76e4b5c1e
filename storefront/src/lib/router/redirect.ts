/**
 * Validates the path to go to after a login, which comes from the address: anything that could lead to another site
 * (`//host`, `/\host`, another scheme, an encoded slash or backslash at the start, control characters) becomes `/`.
 */
export function safeRedirect(target: unknown): string {
  if (typeof target !== 'string' || hasControlCharacter(target) || !isLocalPath(target)) return '/'
  const here = 'http://this.site'
  const url = new URL(target, here)
  // Resolving dot segments may produce a path that leads elsewhere.
  return url.origin === here && isLocalPath(url.pathname) ? url.pathname + url.search + url.hash : '/'
}

function isLocalPath(path: string): boolean {
  return path.startsWith('/') && !/^\/(?:[/\\]|%2f|%5c)/i.test(path)
}

function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the pattern is meant to match them
  return /[\u0000-\u001f\u007f]/.test(text)
}
