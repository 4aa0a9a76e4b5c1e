import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { isProgram } from '#core/process/run-process.ts'
import { randomFrom } from '#test/support/random.ts'

/** The columns of a supplier's file, in the order of the demo catalogue. */
export const catalogueColumns = [
  'sku',
  'title',
  'company',
  'brand',
  'category',
  'lookup_type',
  'price_inr',
  'qty',
  'description',
  'feature_description',
  'logo_url',
  'img_url1',
  'img_url2',
  'img_url3',
] as const

/** One product as a supplier would send it; all values are text. */
export type CatalogueRow = Record<(typeof catalogueColumns)[number], string>

const seedFile = new URL('../../../modules/catalogue/seed/catalogue.csv', import.meta.url)

/** The rows of the demo catalogue's file. */
export function readSeedCatalogue(): CatalogueRow[] {
  return parse<CatalogueRow>(readFileSync(seedFile), { columns: true })
}

/**
 * Generates `count` products similar to the demo catalogue: other models of the same kinds of device, with consistent
 * sizes, prices and stock. The same seed gives the same rows on every machine. No sku is repeated or taken from the
 * demo catalogue.
 */
export function* generateCatalogue(count: number, seed = 1): Generator<CatalogueRow> {
  const random = randomFrom(seed)
  const templates = readSeedCatalogue()
  for (let index = 0; index < count; index++) {
    const template = templates[Math.floor(random() * templates.length)]
    if (template) yield variantOf(template, index, random)
  }
}

/** Seven digits, so that no number is the same as one of the demo catalogue, which have four. */
const firstNumber = 1_000_000

function variantOf(template: CatalogueRow, index: number, random: () => number): CatalogueRow {
  const size = 0.75 + random() * 0.6
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const family = template.sku.slice(0, template.sku.lastIndexOf('-'))
  const model = `${pick('ABCDEFGHKLMNPRSTVX', random)}${between(100, 9_999)}`
  return {
    ...template,
    sku: `${family}-${firstNumber + index}`,
    title: namedAfter(template.title, model),
    price_inr: String(plausiblePrice(Number(template.price_inr) * size * (0.9 + random() * 0.2))),
    qty: String(between(0, 4 * Number(template.qty) + 5)),
    description: `${template.description} This is model ${model}.`,
    feature_description: template.feature_description
      .split('\n')
      .map((line) => resized(line, size))
      .join('\n'),
  }
}

function pick(letters: string, random: () => number): string {
  return letters.charAt(Math.floor(random() * letters.length))
}

/** Inserts the model before the first comma: `…Patient Monitor K410, 12.1 in`. */
function namedAfter(title: string, model: string): string {
  const comma = title.indexOf(', ')
  return comma < 0 ? `${title} ${model}` : `${title.slice(0, comma)} ${model}${title.slice(comma)}`
}

const growing =
  /^(Width|Height|Depth|Length|Weight|Power consumption|Battery backup|Safe working load): ([0-9.]+)( (?!to )[^ ]+)?$/

/** Scales a line of the specification, such as a width or a weight; other lines stay as they are. */
function resized(line: string, size: number): string {
  const [, name, number, unit = ''] = growing.exec(line) ?? []
  if (!name || !number) return line
  const decimals = number.split('.')[1]?.length ?? 0
  return `${name}: ${(Number(number) * size).toFixed(decimals)}${unit}`
}

/** Rounds a price to whole rupees below a thousand, otherwise to a multiple of 50; at least one rupee. */
function plausiblePrice(rupees: number): number {
  return rupees < 1_000 ? Math.max(1, Math.round(rupees)) : Math.round(rupees / 50) * 50
}

/** Writes one field as RFC 4180 requires: quoted if necessary, with quotes inside doubled. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows per write, for fewer and larger writes. */
const rowsPerWrite = 500

function* csvOf(rows: Iterable<CatalogueRow>): Generator<string> {
  let text = `${catalogueColumns.join(',')}\n`
  let pending = 0
  for (const row of rows) {
    text += `${catalogueColumns.map((column) => csvField(row[column])).join(',')}\n`
    if (++pending < rowsPerWrite) continue
    yield text
    text = ''
    pending = 0
  }
  yield text
}

/** Writes a catalogue of `count` products as a supplier's file, in constant memory. */
export async function writeCatalogue(file: string, { count, seed = 1 }: { count: number; seed?: number }) {
  await pipeline(Readable.from(csvOf(generateCatalogue(count, seed))), createWriteStream(file))
}

async function run() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: 'catalogue.csv' },
    },
  })
  const count = wholeNumber('count', values.count)
  await writeCatalogue(values.out, { count, seed: wholeNumber('seed', values.seed) })
  process.stdout.write(`${count} products written to ${values.out}\n`)
}

function wholeNumber(option: string, text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new RangeError(`--${option} must be a whole number, such as 10000`)
  return Number(text)
}

if (isProgram(import.meta.filename)) {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
