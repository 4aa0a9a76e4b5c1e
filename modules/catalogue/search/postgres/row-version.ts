/**
 * The SQL for what differs in every other version of a row of the table `document` and in every other table: each change
 * of a row is one transaction of its own.
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
