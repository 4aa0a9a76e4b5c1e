/** The parts of an address that determine how a list of the console is shown; defaults are left out. */
export type ViewSearch<Sort extends string = string> = {
  sort?: Sort | undefined
  size?: number | undefined
  /** The ids of the columns, joined by dots. */
  columns?: string | undefined
  density?: 'compact' | undefined
}

const most = 50

/** The numbers of rows to choose from. More would block the browser for longer than a frame whenever they change. */
export const sizes = [10, 25, most] as const

/** Enough to fill a screen. */
export const standardSize = 25

/** The sort orders of a list, of which the first is the default, and its columns. */
type Offered<Sort> = { sorts: readonly Sort[]; columns: readonly string[] }

/** Reads the view of a list from an address; what the list does not offer is left out. */
export function readView<Sort extends string>(
  search: Readonly<Record<string, unknown>>,
  { sorts, columns }: Offered<Sort>,
): ViewSearch<Sort> {
  return {
    sort: sorts.find((one, place) => place > 0 && one === search['sort']),
    size: readSize(Number(search['size'])),
    columns: readColumns(search['columns'], columns),
    density: search['density'] === 'compact' ? 'compact' : undefined,
  }
}

/** Saved views of earlier releases may contain these. */
const formerMost = 100

function readSize(size: number): number | undefined {
  const shown = size === formerMost ? most : size
  return sizes.find((one) => one === shown && one !== standardSize)
}

function readColumns(value: unknown, columns: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined
  const chosen = value.split('.')
  return columnsText(columns.filter((column) => chosen.includes(column)))
}

/** The columns as an address has them; undefined if there is none. */
export function columnsText(ids: readonly string[]): string | undefined {
  return ids.join('.') || undefined
}

/** Splits the parameters of an address into those for the API and those for the view. */
export function askedOf<Search extends ViewSearch>({ columns: _columns, density: _density, ...asked }: Search) {
  return { ...asked, size: asked.size ?? standardSize }
}
