import type { Product } from '#modules/catalogue/schema.ts'

/** Units as they are written on a picture, by the way titles and specifications write them. */
const units: Readonly<Record<string, string>> = {
  in: '″',
  inch: '″',
  l: ' L',
  ml: ' ml',
  µl: ' µl',
  'l/min': ' L/min',
  lpm: ' L/min',
  kg: ' kg',
  g: ' g',
  mg: ' mg',
  m: ' m',
  mm: ' mm',
  cm: ' cm',
  G: ' G',
  MHz: ' MHz',
  kHz: ' kHz',
  kW: ' kW',
  mA: ' mA',
  W: ' W',
  Wh: ' Wh',
  V: ' V',
  hp: ' hp',
  J: ' J',
  'N·m': ' N·m',
  rpm: ' rpm',
  '%': ' %',
  pieces: ' pcs',
  channel: ' ch',
  tubes: ' tubes',
  films: ' films',
  panels: ' panels',
  drawers: ' drawers',
  shelves: ' shelves',
  probes: ' probes',
  'tests/h': '/h',
  'samples/h': '/h',
  'plates/h': '/h',
}

/**
 * Specifications that distinguish products of one kind, and the unit of each if the number has none; '' if it needs
 * none.
 */
const decisive: Readonly<Record<string, string>> = {
  Screen: 'in',
  'Screen size': 'in',
  Display: 'in',
  'Display size': 'in',
  'Screen size limit': 'in',
  'Laptop size': 'in',
  Screens: 'in',
  'Generator power': '',
  Volume: '',
  'Chamber volume': '',
  'Water capacity': '',
  Capacity: '',
  'Net content': '',
  Strength: '',
  'Pack size': '',
  Flow: '',
  'Free air flow': '',
  Tank: '',
  Torque: '',
  'Maximum speed': '',
  Energy: '',
  Throughput: '',
  Channels: 'channel',
  'Channels printed': 'channel',
  Instruments: 'pieces',
  Films: 'films',
  Panels: 'panels',
  Drawers: 'drawers',
  Shelves: 'shelves',
  Diaphragm: '',
  'Seat width': '',
  'Safe working load': '',
}

const number = String.raw`[0-9]+(?:\.[0-9]+)?`
/** Units are case-sensitive; a word of a title may be capitalised. */
const unit = Object.keys(units)
  .toSorted((a, b) => b.length - a.length)
  .map((name) => (name.length > 4 ? `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}` : name))
  .join('|')
const valuePattern = String.raw`(?<![\p{L}0-9.-])(?:(${number}) × )?(${number})[ -]?(${unit})(?![\p{L}0-9/])`

/** The number of pieces in a pack does not distinguish what is in it. */
const pack = /,? *\b(?:pack|box|case|set) of [0-9]+.*$/i

/** The longest text that is still readable on a card on a phone. */
const maxLetters = 10

/** The amount that sizes the drawing of a product. */
export type DecidingValue = { amount: number; unit: string }

/** The short text that distinguishes a product from similar ones on a picture: `12.1″`, `5 L`, `24 G`, `VM-12`. */
export type Mark = { text: string; value?: DecidingValue }

type Named = Pick<Product, 'title' | 'brand' | 'featureDescription' | 'modelNumber'>

/**
 * The distinguishing value of a product: the strength in its title, else the last measure there, else the first
 * distinguishing value of its specification; failing these, its model number or the name of its series.
 */
export function markOf(product: Named): Mark | undefined {
  const named = titleOf(product).replace(pack, '')
  return measureOfTitle(named) ?? specifiedMark(product.featureDescription) ?? nameMark(product, named)
}

/** The longest caption in letters. */
const maxCaption = 24

/** The words that follow the brand at the beginning of the title: the name of the series, or of the medicine. */
export function captionOf(product: Named): string {
  let caption = ''
  for (const word of titleOf(product).split(/\s+/)) {
    const longer = `${caption} ${word}`.trim()
    if (longer.length > maxCaption) break
    caption = longer
    if (/[,(]$/.test(word)) break
  }
  return caption.replace(/(?: (?:with|and|for|of|on|in|to|or|at|by|IP))*[,;(]*$/, '')
}

function titleOf({ title, brand }: Named): string {
  const rest = title.startsWith(`${brand} `) ? title.slice(brand.length + 1) : title
  return rest.trim()
}

function measuresIn(text: string): Mark[] {
  return [...text.matchAll(new RegExp(valuePattern, 'gu'))].flatMap(
    ([, width, amount = '', name = '']) => mark(amount, name, width) ?? [],
  )
}

/**
 * The last measure; but medicines are distinguished by their strength, and the content of a bottle determines the size
 * of the drawing.
 */
function measureOfTitle(title: string): Mark | undefined {
  const measures = measuresIn(title)
  const [strength, last] = [measures.find(({ value }) => value?.unit === '%'), measures.at(-1)]
  return strength === undefined ? last : { ...last, text: strength.text }
}

function mark(amount: string, name: string, width?: string): Mark | undefined {
  const shown = units[name] ?? units[name.toLowerCase()]
  if (shown === undefined) return undefined
  const text = `${width === undefined || width === '1' ? '' : `${width}×`}${Number(amount)}${counted(shown, amount)}`
  return text.length > maxLetters ? undefined : { text, value: { amount: Number(amount), unit: shown.trim() } }
}

const singulars: Readonly<Record<string, string>> = {
  ' tubes': ' tube',
  ' films': ' film',
  ' panels': ' panel',
  ' drawers': ' drawer',
  ' shelves': ' shelf',
  ' probes': ' probe',
}

const counted = (plural: string, amount: string) => (amount === '1' ? singulars[plural] : undefined) ?? plural

function specifiedMark(specification: string): Mark | undefined {
  for (const line of specification.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
    const found = decisiveMark(value, decisive[name])
    if (found !== undefined) return found
  }
  return undefined
}

function decisiveMark(value: string, bare: string | undefined): Mark | undefined {
  if (bare === undefined) return undefined
  const found = measuresIn(value)[0] ?? bareMark(value, bare)
  return found !== undefined && isDecisive(found, bare) ? found : undefined
}

/** Not a display whose digits are measured, and not a single channel, as most devices have. */
function isDecisive({ text, value }: Mark, bare: string): boolean {
  return (bare !== 'in' || value?.unit === '″') && text !== '1 ch'
}

/** A number without a unit; of a range, the end. */
function bareMark(value: string, name: string): Mark | undefined {
  const [, amount] = new RegExp(`^(?:up to |${number} to )?(${number})(?![0-9.])`).exec(value) ?? []
  return amount === undefined || Number(amount) === 0 || name === '' ? undefined : mark(amount, name)
}

function nameMark({ modelNumber }: Named, named: string): Mark | undefined {
  const words = named.split(/[\s,]+/)
  const text = [modelNumber ?? '', words.slice(0, 2).join(' '), words[0] ?? ''].find(
    (one) => one !== '' && one.length <= maxLetters,
  )
  return text === undefined ? undefined : { text }
}
