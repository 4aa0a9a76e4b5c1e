/** A product's specification: the `Name: value` lines as rows, all other lines as notes. */
export type Specification = { rows: { name: string; value: string }[]; notes: string[] }

/** Reads a product's `featureDescription`: one `Name: value unit` per line, a convention of the catalogue. */
export function readSpecification(text: string): Specification {
  const rows: Specification['rows'] = []
  const notes: string[] = []
  for (const line of linesOf(text)) {
    const [, name, value] = /^([^:]{1,60}):\s+(\S.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) rows.push({ name, value })
    else notes.push(line)
  }
  return { rows, notes }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
