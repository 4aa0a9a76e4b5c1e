/**
 * The pattern, for schemas, of a text that shows something: a character that is neither white space nor a control, nor
 * one that leaves no mark on the screen, as the zero-width space and the soft hyphen do.
 */
export const visibleText = '[^\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800]'

const visible = new RegExp(visibleText, 'u')

/** Whether a text shows nothing, however many characters it has: to a reader it is empty. */
export function isBlank(text: string): boolean {
  return !visible.test(text)
}
