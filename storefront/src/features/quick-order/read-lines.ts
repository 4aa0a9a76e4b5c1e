/** One line of a pasted list. */
export type OrderLine = { code: string; quantity: number }

/** The most lines of one list; the server has the same limit. */
export const maxOrderLines = 200

const maxQuantity = 9_999
const maxCodeLength = 200

/** Between a code and its quantity: `A-1, 3`, `A-1; 3`, a column of a spreadsheet, `A-1 x 3`. */
const separated = /^(.+?)(?:\s*[,;\t]\s*|\s+[x×*]\s*|\s{2,})(\d{1,5})(?:\s*(?:pcs?|nos?|units?))?\.?$/iu
const quantityFirst = /^(\d{1,5})\s*(?:[x×*]|,|;|\t)\s*(\S.*)$/iu
/** After a single space, a number is a quantity only if the code before it has a digit: `VM 12` is a code. */
const spaced = /^(.*\d.*?)\s+([1-9]\d{0,4})$/u

/** The lines of a pasted list, one code a line with a quantity; 1 if a line has none. */
export function readLines(text: string): OrderLine[] {
  const lines = text.split(/\r?\n/u).map((line) => line.trim())
  return lines.filter((line) => line !== '').map(readLine)
}

function readLine(line: string): OrderLine {
  const after = separated.exec(line) ?? spaced.exec(line)
  if (after) return lineOf(after[1], after[2])
  const before = quantityFirst.exec(line)
  return before ? lineOf(before[2], before[1]) : lineOf(line, '1')
}

function lineOf(code = '', quantity = '1'): OrderLine {
  return {
    code: code.trim().slice(0, maxCodeLength),
    quantity: Math.min(Math.max(1, Number.parseInt(quantity, 10)), maxQuantity),
  }
}
