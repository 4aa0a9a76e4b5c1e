import type { ResolveInput } from '#modules/catalogue/schema.ts'

/** One line of a pasted list, and the ways to read it where there are several, the preferred one first. */
export type OrderLine = ResolveInput['lines'][number]

type Reading = { code: string; quantity: number }

/** The most lines of one list; the server has the same limit. */
export const maxOrderLines = 200

const maxQuantity = 9_999
const maxCodeLength = 200
/** The server has the same limit. */
const maxReadings = 4

const number = String.raw`(?<quantity>\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,5})`
const count = String.raw`${number}(?:\s*(?:pcs?|nos?|units?))?\.?`
const onlyCount = new RegExp(`^${count}$`, 'iu')
/** `A-1, 3`, `A-1; 1,000`, two columns of a spreadsheet, `A-1 x 3`. */
const separated = new RegExp(String.raw`^(?<code>.+?)(?:\s*[,;\t]\s*|\s+[x×*]\s*|\s{2,})${count}$`, 'iu')
const quantityFirst = new RegExp(String.raw`^${number}\s*(?:[x×*]|,|;|\t)\s*(?<code>\S.*)$`, 'iu')
/** After a single space, a number is a quantity only if the code before it has a digit: `VM 12` is a code. */
const spaced = /^(?<code>.*\d.*?)\s+(?<quantity>[1-9]\d{0,4})$/u
/** A longer number after a single space is rather a part of the code, as in `3M 1860`. */
const maxSpacedLength = 3

/** The lines of a pasted list, one code a line with a quantity; 1 if a line has none. */
export function readLines(text: string): OrderLine[] {
  const lines = text.split(/\r?\n/u).map((line) => line.trim())
  return lines.filter((line) => line !== '').map(readLine)
}

function readLine(line: string): OrderLine {
  const columns = columnsOf(line)
  return columns.length > 2 ? lineOf(readColumns(columns)) : readWords(line)
}

/** `likeliest` is how the line is read if none of the readings has a known code. */
function lineOf(readings: readonly Reading[], likeliest = readings[0]): OrderLine {
  return {
    ...(likeliest ?? readingOf('')),
    ...(readings.length > 1 && { readings: readings.slice(0, maxReadings) }),
  }
}

function readWords(line: string): OrderLine {
  const whole = readingOf(line)
  const parts = (separated.exec(line) ?? quantityFirst.exec(line))?.groups
  if (parts === undefined) return readSpaced(line)
  const reading = readingOf(parts['code'], parts['quantity'])
  // A comma, semicolon or tab is not part of a code.
  return /[,;\t]/u.test(line) ? lineOf([reading, whole]) : lineOf([whole, reading], reading)
}

function readSpaced(line: string): OrderLine {
  const whole = readingOf(line)
  const { code, quantity = '' } = spaced.exec(line)?.groups ?? {}
  if (code === undefined) return lineOf([whole])
  const reading = readingOf(code, quantity)
  return lineOf([whole, reading], quantity.length > maxSpacedLength ? whole : reading)
}

/** The columns of a line. A comma within a number separates thousands. */
function columnsOf(line: string): string[] {
  const sign = ['\t', ';'].find((one) => line.includes(one)) ?? /(?<!\d),|,(?!\d{2,3}(?!\d))/u
  return line
    .split(sign)
    .map((column) => column.trim())
    .filter((column) => column !== '')
}

/** A column for each possible code, with the first number after it, or before it, as its quantity. */
function readColumns(columns: readonly string[]): Reading[] {
  const read = columns.map((code, place) => {
    const others = [...columns.slice(place + 1), ...columns.slice(0, place)]
    return readingOf(code, onlyCount.exec(others.find(isCount) ?? '')?.groups?.['quantity'])
  })
  return [...read.filter(({ code }) => !isCount(code)), ...read.filter(({ code }) => isCount(code))]
}

function isCount(column: string): boolean {
  return onlyCount.test(column)
}

function readingOf(code: string | undefined = '', quantity = '1'): Reading {
  return {
    code: code.trim().slice(0, maxCodeLength),
    quantity: Math.min(Math.max(1, Number.parseInt(quantity.replaceAll(',', ''), 10)), maxQuantity),
  }
}
