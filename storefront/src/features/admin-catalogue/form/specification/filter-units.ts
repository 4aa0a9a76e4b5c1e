/** The units in which the search compares numbers. A copy of the server's list; a test compares the two. */
export const filterUnits: readonly string[] = [
  'L/min',
  'ml/h',
  'ml',
  'mm',
  'in',
  'kg',
  'W',
  'Wh',
  'V',
  'mA',
  'mAh',
  'Hz',
  'J',
  'bar',
  'mmHg',
  'cmH2O',
  'rpm',
  '%',
  'min',
  'MP',
  'hp',
  'lux',
  'nm',
  'N·m',
  'kPa',
  '°C',
  'dB(A)',
  'dB',
  's',
  'months',
]

/** The value with each unit that continues the typed text: for `12` and `12 m`, `12 mm` is offered. */
export function withUnits(value: string): string[] {
  const [, number, typed = ''] = /^\s*(\d+(?:[.,]\d+)*)\s*(\S{0,5})\s*$/.exec(value) ?? []
  if (number === undefined) return []
  const start = typed.toLowerCase()
  return filterUnits.filter((unit) => unit.toLowerCase().startsWith(start)).map((unit) => `${number} ${unit}`)
}
