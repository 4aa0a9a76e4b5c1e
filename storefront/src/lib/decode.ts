/** Parses JSON of unknown shape; `undefined` if the text is not JSON. */
export function parseJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Fields = { readonly [key: string]: unknown }

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text under that key, or `otherwise` if it is not a text. */
export function textOf(fields: Fields, key: string, otherwise = ''): string {
  const value = fields[key]
  return typeof value === 'string' ? value : otherwise
}

export function numberOf(fields: Fields, key: string): number | undefined {
  const value = fields[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
