/**
 * The SQL for a text that identifies one version of a row of one table `document`: every change of a row is a separate
 * transaction.
 */
export const rowVersion = (row: string) => `${row}.tableoid::text || ' ' || ${row}.xmin::text || ' ' || ${row}.id`

/** The id of the row. */
export function idOf(version: string): string {
  return version.slice(version.indexOf(' ', version.indexOf(' ') + 1) + 1)
}

/** What identifies the table of the row. */
export function tableOf(version: string): string {
  return version.slice(0, version.indexOf(' '))
}
