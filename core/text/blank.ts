/**
 * A pattern, for schemas, that matches a text with at least one visible character: neither white space nor a control
 * character, nor an invisible one such as the zero-width space or the soft hyphen.
 */
export const visibleText = '[^\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800]'

const visible = new RegExp(visibleText, 'u')

/** Whether a text has no visible character, so that it appears empty to a reader. */
export function isBlank(text: string): boolean {
  return !visible.test(text)
}
