/** A line of a product's `featureDescription`: `Name: value`, or a note without a name. */
export type SpecificationLine = { name: string; value: string }

/**
 * The lines of a specification while they are edited. Every change below leaves the other lines unchanged, byte by
 * byte, so that the stored text stays as an import or an earlier version of the form wrote it.
 */
export function linesOf(text: string): SpecificationLine[] {
  return rawLines(text).map(parsed)
}

/** The text with one line replaced; a line after the last one is appended. */
export function withLine(text: string, index: number, line: SpecificationLine): string {
  const lines = rawLines(text)
  const end = lines[index]?.endsWith('\r') === true ? '\r' : ''
  return [...lines.slice(0, index), written(line) + end, ...lines.slice(index + 1)].join('\n')
}

/** The text without one line. */
export function withoutLine(text: string, index: number): string {
  return rawLines(text).toSpliced(index, 1).join('\n')
}

/** The text after one line was moved; the lines in between make room. */
export function withMovedLine(text: string, from: number, to: number): string {
  const lines = rawLines(text)
  const moved = lines.splice(from, 1)
  return [...lines.slice(0, to), ...moved, ...lines.slice(to)].join('\n')
}

/** The text with further lines after one, or in its place if it is empty. `last` is the index of the last of them. */
export function withPasted(text: string, index: number, pasted: string): { text: string; last: number } {
  const lines = rawLines(text)
  const added = pasted.split(/\r?\n/).map(tidied).filter(Boolean)
  const isFree = (lines[index] ?? '').trim() === ''
  const at = isFree ? index : index + 1
  return { text: lines.toSpliced(at, isFree ? 1 : 0, ...added).join('\n'), last: at + added.length - 1 }
}

/** Whether a pasted text is more than the content of one field. */
export function isSeveral(pasted: string): boolean {
  const lines = pasted.trim()
  return /[\n\t]/.test(lines) || /^[^:]+:\s+\S/.test(lines)
}

function rawLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function parsed(line: string): SpecificationLine {
  const shown = line.replace(/\r$/, '')
  const [, name, value = ''] = /^([^:]+):(?:\s(.*))?$/.exec(shown) ?? []
  return name === undefined ? { name: '', value: shown } : { name, value }
}

function written({ name, value }: SpecificationLine): string {
  return name === '' ? value : `${name}: ${value}`
}

/** A pasted line; the cells of a spreadsheet are separated by a tab. */
function tidied(line: string): string {
  const [name = '', ...cells] = line.split('\t').map((cell) => cell.trim())
  const value = cells.filter(Boolean).join(' ')
  return value === '' ? name : written({ name: name.replace(/\s*:$/, ''), value })
}
