import { measuresIn } from '../text/measures.ts'

/**
 * A specification of a product that lists can be filtered by: its name and value. A number has its unit in the name,
 * as in `Weight (kg)`, so that values in different spellings and sizes of one unit are comparable, and no text.
 */
export type Attribute = [name: string, text: string, number: number | null]

const maxAttributes = 40
/** `Name: value`; longer ones are sentences. */
const pair = /^\s*([^:]{1,40}?)\s*:\s*(\S.{0,79}?)\s*$/u

/** The tidy `Name: value` pairs of a feature description, one a line. A name counts once. */
export function attributesOf(featureDescription: string): Attribute[] {
  const pairs = featureDescription.slice(0, 10_000).split('\n').slice(0, maxAttributes)
  const found = pairs.flatMap((line): Attribute[] => {
    const [, name = '', value = ''] = pair.exec(line) ?? []
    return name === '' ? [] : [attributeOf(name, value)]
  })
  return [...new Map(found.map((attribute) => [attribute[0], attribute])).values()]
}

function attributeOf(name: string, value: string): Attribute {
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(value)) return [name, '', Number(value)]
  const [measure, ...others] = measuresIn(value)
  const isWhole = measure !== undefined && others.length === 0 && measure.end - measure.start === value.length
  const shown = isWhole && measure.low === measure.high ? shownUnits[measure.unit] : undefined
  if (shown === undefined || measure === undefined) return [name, value, null]
  const [unit, perBase] = shown
  return [`${name} (${unit})`, '', Number((measure.low * perBase).toPrecision(8))]
}

/** The unit in which the values of a base unit are shown, and how many of it make one of the base. */
const shownUnits: Readonly<Record<string, readonly [unit: string, perBase: number]>> = {
  'l/min': ['L/min', 1],
  'l/h': ['ml/h', 1_000],
  l: ['ml', 1_000],
  m: ['mm', 1_000],
  in: ['in', 1],
  g: ['kg', 0.001],
  w: ['W', 1],
  wh: ['Wh', 1],
  v: ['V', 1],
  a: ['mA', 1_000],
  mah: ['mAh', 1],
  hz: ['Hz', 1],
  j: ['J', 1],
  bar: ['bar', 1],
  mmhg: ['mmHg', 1],
  cmh2o: ['cmH2O', 1],
  rpm: ['rpm', 1],
  '%': ['%', 1],
  h: ['min', 60],
  mp: ['MP', 1],
  hp: ['hp', 1],
  lux: ['lux', 1],
  nm: ['nm', 1],
  'n·m': ['N·m', 1],
  kpa: ['kPa', 1],
  '°c': ['°C', 1],
  'db(a)': ['dB(A)', 1],
  db: ['dB', 1],
  s: ['s', 1],
  month: ['months', 1],
}

/** The units of numbers that can be filtered by, for the form that offers them. */
export const filterUnitsOfSearch: readonly string[] = Object.values(shownUnits).map(([unit]) => unit)
