/**
 * Parses a query string into texts only: text that looks like a number or like JSON stays as it was typed. Callers that
 * expect a number parse it themselves.
 */
export function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Writes a query string; undefined values are left out. */
export function queryString(search: Readonly<Record<string, string | number | undefined>> = {}): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) if (value !== undefined) parameters.set(key, String(value))
  const query = String(parameters)
  return query && `?${query}`
}

/** A text of an address, trimmed and shortened; `undefined` if it is blank. */
export function addressText(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' ? value.trim().slice(0, maxLength) || undefined : undefined
}
