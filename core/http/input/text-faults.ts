import type { FieldError } from '../../domain/errors.ts'
import { isRecord } from './field-errors.ts'

/** Finds text that JSON can contain but Postgres cannot store: NUL, and unpaired surrogates. */
export function textFaults(value: unknown, field = ''): FieldError[] {
  if (typeof value === 'string') return textFault(value, field)
  if (Array.isArray(value)) return value.flatMap((item, index) => textFaults(item, `${field}[${index}]`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const path = field === '' ? name : `${field}.${name}`
    return [...textFault(name, path), ...textFaults(item, path)]
  })
}

function textFault(text: string, field: string): FieldError[] {
  if (!text.includes('\0') && text.isWellFormed()) return []
  return [{ field, defaultMessage: `${field} must be text without NUL or broken characters` }]
}
