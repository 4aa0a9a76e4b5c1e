/**
 * The path on this site to go to after a login, taken from the address: everything that could lead elsewhere
 * (`//host`, `/\host`, another scheme, an encoded slash or backslash at the start, control characters) becomes `/`.
 */
export function safeRedirect(target: unknown): string {
  if (typeof target !== 'string' || hasControlCharacter(target) || !isLocalPath(target)) return '/'
  const here = 'http://this.site'
  const url = new URL(target, here)
  // Dots may have been folded into something that leads elsewhere after all.
  return url.origin === here && isLocalPath(url.pathname) ? url.pathname + url.search + url.hash : '/'
}

function isLocalPath(path: string): boolean {
  return path.startsWith('/') && !/^\/(?:[/\\]|%2f|%5c)/i.test(path)
}

function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text)
}
