import type { TSchema } from 'typebox'
import type { FieldError } from '../errors.ts'
import { isRecord, type Keywords } from './field-errors.ts'

/** A character as people count them may be made of several parts, an emoji of a family of eleven. */
const partsOfACharacter = 12

/**
 * Finds text that JSON can carry but that cannot be stored or is longer than it looks: NUL, halves of characters, and
 * heaps of combining marks that count as one character. Takes a value that its schema has let through.
 */
export function textFaults(schema: TSchema, value: unknown, field = ''): FieldError[] {
  const { properties, items, maxLength }: Keywords = schema
  if (typeof value === 'string') return textFault(value, field, maxLength)
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => textFaults(items ?? {}, item, `${field}[${index}]`))
  }
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const path = field === '' ? name : `${field}.${name}`
    return [...textFault(name, path, undefined), ...textFaults(properties?.[name] ?? {}, item, path)]
  })
}

function textFault(text: string, field: string, maxLength: number | undefined): FieldError[] {
  if (text.includes('\0') || !text.isWellFormed()) {
    return [{ field, defaultMessage: `${field} must be text without NUL or broken characters` }]
  }
  if (maxLength !== undefined && text.length > maxLength * partsOfACharacter) {
    return [{ field, defaultMessage: `${field} must have at most ${maxLength} characters` }]
  }
  return []
}
