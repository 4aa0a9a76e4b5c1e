import { Type } from 'typebox'
import { visibleText } from '../../text/blank.ts'

/** A field that must show something, of at most so many characters; `message` is said where it does not. */
export function requiredText(message: string, maxLength: number, examples: string[]) {
  return Type.String({ pattern: visibleText, maxLength, message, examples })
}
