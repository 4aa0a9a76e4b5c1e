/** The values of a parameter of the address, which are separated by `|`. The character is doubled within a value. */
export function valuesIn(text = ''): string[] {
  const values = text.match(/(\|\||[^|])+/g) ?? []
  return values.map((value) => value.replaceAll('||', '|').trim()).filter((value) => value !== '')
}

/** The parameter without the value if it has it, otherwise with it. */
export function toggled(text: string | undefined, value: string): string | undefined {
  const values = valuesIn(text)
  const others = values.filter((one) => !isSame(one, value))
  const next = others.length < values.length ? others : [...values, value]
  return next.map((one) => one.replaceAll('|', '||')).join('|') || undefined
}

/** The server ignores case, accents and extra spaces in names, too. */
export function isSame(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((name) => name.trim().replaceAll(/\s+/g, ' '))
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
}
