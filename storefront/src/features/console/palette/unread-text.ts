const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says which lists could not be read; `undefined` if all were. */
export function unreadText(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const text = listed.format(names)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} could not be searched.`
}
