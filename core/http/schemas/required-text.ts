import { Type } from 'typebox'
import { visibleText } from '../../text/blank.ts'

/** A text field of at most `maxLength` characters; `message` is the error if none of them is visible. */
export function requiredText(message: string, maxLength: number, examples: string[]) {
  return Type.String({ pattern: visibleText, maxLength, message, examples })
}
