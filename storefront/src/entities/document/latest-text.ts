import { textOf, type Fields } from '../../lib/decode.ts'

/** The text of a field in the newest of these events that has it; empty if none has. */
export function latestText(history: readonly { data: Fields }[], field: string): string {
  return textOf(history.findLast(({ data }) => field in data)?.data ?? {}, field)
}
