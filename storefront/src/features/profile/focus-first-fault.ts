/** Moves the focus to the first field of the form that is marked as wrong; `useSaving` has rendered the marks by then. */
export function focusFirstFault(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
