/** A number with a unit, or a range of them, in the base of its unit: `0.5 to 5 ml` is 0.0005 to 0.005 l. */
export type Measure = { unit: string; low: number; high: number }

export type FoundMeasure = Measure & { start: number; end: number }

type Unit = { unit: string; factor: number }

/**
 * The spellings of each unit with their factor to the base. Inches are not converted, because a screen of 12 inches is
 * not a width of 305 mm, and neither are the flows in litres per minute.
 */
const spellings: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'l/min': { 'l/min': 1, 'ltr/min': 1, lpm: 1, 'ml/min': 0.001 },
  'l/h': { 'l/h': 1, 'ml/h': 0.001, 'ml/hr': 0.001 },
  l: { l: 1, lt: 1, ltr: 1, ltrs: 1, litre: 1, litres: 1, liter: 1, liters: 1, ml: 0.001, cc: 0.001, µl: 1e-6, ul: 1e-6 },
  m: { m: 1, mtr: 1, metre: 1, metres: 1, meter: 1, meters: 1, cm: 0.01, mm: 0.001, µm: 1e-6 },
  in: { in: 1, inch: 1, inches: 1, '"': 1, '″': 1, '”': 1 },
  g: { g: 1, gm: 1, gms: 1, gram: 1, grams: 1, kg: 1_000, kgs: 1_000, mg: 0.001, mcg: 1e-6, µg: 1e-6 },
  w: { w: 1, watt: 1, watts: 1, kw: 1_000 },
  wh: { wh: 1 },
  v: { v: 1, volt: 1, volts: 1, kv: 1_000 },
  a: { ma: 0.001, amp: 1, amps: 1 },
  mah: { mah: 1 },
  hz: { hz: 1, khz: 1_000, mhz: 1e6, ghz: 1e9 },
  j: { j: 1, joule: 1, joules: 1, mj: 0.001 },
  bar: { bar: 1 },
  mmhg: { mmhg: 1 },
  cmh2o: { cmh2o: 1 },
  rpm: { rpm: 1 },
  '%': { '%': 1, percent: 1 },
  h: { h: 1, hr: 1, hrs: 1, hour: 1, hours: 1, min: 1 / 60, mins: 1 / 60, minute: 1 / 60, minutes: 1 / 60 },
  mp: { mp: 1, megapixel: 1 },
  hp: { hp: 1 },
  lux: { lux: 1 },
  nm: { nm: 1 },
  'n·m': { Nm: 1, 'n·m': 1, 'n⋅m': 1, 'n.m': 1, 'n·cm': 0.01, ncm: 0.01 },
  kpa: { kpa: 1 },
  '°c': { '°c': 1, 'deg c': 1 },
  'db(a)': { 'db(a)': 1, 'db (a)': 1, dba: 1 },
  db: { db: 1 },
  s: { s: 1, sec: 1, secs: 1, second: 1, seconds: 1 },
  month: { month: 1, months: 1, year: 12, years: 12, yr: 12, yrs: 12 },
} // prettier-ignore

const units = new Map<string, Unit>(
  Object.entries(spellings).flatMap(([unit, ways]) =>
    Object.entries(ways).map(([way, factor]): [string, Unit] => [way, { unit, factor }]),
  ),
)

const number = String.raw`\d{1,3}(?:,\d{2,3})*,\d{3}(?![\d,])|\d+(?:\.\d+)?`
/** Inches are no count of things, as in “2 in 1”. */
const spelt = [...units.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((way) => (way === 'in' ? String.raw`in(?!\s?\d)` : way.replaceAll(/[.()]/g, String.raw`\$&`)))
  .join('|')

/** `5 l`, `12.1in`, `0.5 to 5 l/min`, `14 × 17 in`, `10-100 ul`. */
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/-])(?:(${number})\s?(to|and|or|-|–|x|×)\s?)?(${number})\s?(${spelt})(?![\p{L}\p{N}²³])`,
  'giu',
)

/** The measures in a text, in order. Both sides of `14 × 17 in` are measures of their own. */
export function measuresIn(text: string): FoundMeasure[] {
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const [all, first, joint = '', last = '', way = ''] = match
    const unit = unitOf(way)
    if (unit === undefined) return []
    const place = { start: match.index, end: match.index + all.length }
    const value = valueOf(last, unit)
    if (first === undefined) return [{ ...place, unit: unit.unit, low: value, high: value }]
    const other = valueOf(first, unit)
    if (/^[-–]$|^to$/i.test(joint))
      return [{ ...place, unit: unit.unit, low: Math.min(other, value), high: Math.max(other, value) }]
    return [other, value].map((one) => ({ ...place, unit: unit.unit, low: one, high: one }))
  })
}

/** Newton metres differ from nanometres in their capital letter. */
function unitOf(way: string): Unit | undefined {
  return units.get(way) ?? units.get(way.toLowerCase().replace('μ', 'µ'))
}

function valueOf(written: string, { factor }: Unit): number {
  return Number((Number(written.replaceAll(',', '')) * factor).toPrecision(8))
}

const bandRatio = 1.25

/** The number of the band that a value is in. A band reaches to 1.25 times its least value; undefined for 0. */
export function bandOf(value: number): number | undefined {
  return value > 0 ? Math.floor(Math.log(value) / Math.log(bandRatio)) : undefined
}

/** Units in which a shopper may give the value of another: 5 litres for a flow of 5 l/min, 5 nm for a torque of 5 Nm. */
const alsoMeant: Readonly<Record<string, readonly string[]>> = { l: ['l/min'], nm: ['n·m'] }

/** The units of the values that a shopper may mean by a unit. */
export function unitsMeant(unit: string): string[] {
  return [unit, ...(alsoMeant[unit] ?? [])]
}

/**
 * How near a measured value is to the one asked for, from 1 (the same, or an end of the range) to 0. Values within 2 %
 * are nearly the same, above 0.98: 12 inches are sold as 12.1.
 */
export function nearness(asked: Measure, measured: Measure): number {
  if (asked.unit === measured.unit) return closeness(asked, measured)
  return alsoMeant[asked.unit]?.includes(measured.unit) === true ? 0.95 * closeness(asked, measured) : 0
}

export const sameWithin = 0.02

function closeness(asked: Measure, { low, high }: Measure): number {
  const target = asked.high
  const ends = Math.max(likeness(target, high), likeness(target, low))
  return low < target && target < high ? Math.max(0.6, ends) : ends
}

function likeness(a: number, b: number): number {
  const ratio = Math.min(a, b) / Math.max(a, b)
  if (!Number.isFinite(ratio) || ratio <= 0) return a === b ? 1 : 0
  return ratio >= 1 - sameWithin ? ratio : 0.8 * ratio
}
