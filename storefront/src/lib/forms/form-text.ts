/** The text of a form's field; empty if there is no such field. */
export function formText(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value : ''
}
