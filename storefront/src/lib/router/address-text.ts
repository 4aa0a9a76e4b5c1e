/**
 * The search part of an address, as texts: what looks like a number or like JSON stays what was typed. Whoever reads a
 * number reads it from its text.
 */
export function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** The other way; what is undefined is left out. */
export function queryString(search: Readonly<Record<string, string | number | undefined>> = {}): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) if (value !== undefined) parameters.set(key, String(value))
  const query = String(parameters)
  return query && `?${query}`
}

/** A text of an address, trimmed; nothing where it is blank. */
export function addressText(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' ? value.trim().slice(0, maxLength) || undefined : undefined
}
