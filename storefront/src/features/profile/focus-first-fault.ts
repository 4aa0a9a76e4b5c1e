/** Moves the focus to the first field of the form that is marked as wrong, once the marks are rendered. */
export function focusFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
