export type Range = { from: number | undefined; to: number | undefined }

type Limit = (typed: number) => number | undefined

/**
 * Parses two typed numbers; an empty one sets no limit, and `limitOf` says what the others mean. Returns the first
 * field that is invalid with its message; `message` is that of a text that is no number.
 */
export function readRange(
  typed: { from: string; to: string },
  message: string,
  limitOf: Limit,
): Range | { field: keyof Range; message: string } {
  const [from = '', to = ''] = [typed.from, typed.to].map((text) => text.replaceAll(/[,\s₹]/g, ''))
  for (const [field, text] of [['from', from] as const, ['to', to] as const])
    if (!/^\d*(\.\d*)?$/.test(text)) return { field, message }
  const range = { from: limitIn(from, limitOf), to: limitIn(to, limitOf) }
  if (range.from !== undefined && range.to !== undefined && range.from > range.to)
    return { field: 'to', message: 'Must not be less than the value from which to start' }
  return range
}

function limitIn(text: string, limitOf: Limit): number | undefined {
  return /\d/.test(text) ? limitOf(Number(text)) : undefined
}
