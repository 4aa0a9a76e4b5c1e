/** Moves the focus to the same field of the row above or below; returns whether there is such a row. */
export function goToRow(key: string, input: HTMLInputElement): boolean {
  const row = input.closest('tr')
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[key]
  const field = next?.querySelector<HTMLInputElement>(`[data-field="${input.dataset['field']}"]`)
  field?.focus()
  return field !== null && field !== undefined
}

/** Moves the focus from a field to its row, where single letters are keys of the table again. */
export function leaveForRow(input: HTMLInputElement): void {
  input.closest('tr')?.focus()
}
