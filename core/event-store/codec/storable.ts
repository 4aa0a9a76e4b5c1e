import { Rejection } from '../../domain/errors.ts'
import type { Json } from '../event-store.ts'

const deepest = 64

/**
 * Refuses values that do not survive a round trip through every store.
 * @throws TypeError for what is not JSON (Date, bigint, NaN, undefined in an array, cycles): a programming error
 * @throws Rejection (`invalid`) for text with a NUL or an unpaired surrogate: user input, named by its field
 */
export function assertStorable(value: unknown, path = '', depth = 0): asserts value is Json {
  if (typeof value === 'string') assertText(value, path)
  else if (typeof value === 'object' && value !== null) assertTree(value, path, depth + 1)
  else if (!isScalar(value)) throw notJson(path, typeof value === 'number' ? String(value) : typeof value)
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || Number.isFinite(value)
}

function assertTree(value: object, path: string, depth: number): void {
  if (depth > deepest) throw notJson(path, 'a cycle, or nested too deeply')
  if (Array.isArray(value)) assertItems(value, path, depth)
  else assertMembers(value, path, depth)
}

function assertItems(list: readonly unknown[], path: string, depth: number): void {
  for (let i = 0; i < list.length; i++) assertStorable(list[i], `${path}[${i}]`, depth)
}

function assertMembers(value: object, path: string, depth: number): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw notJson(path, 'an instance of a class')
  for (const [key, member] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`
    assertText(key, place)
    if (member !== undefined) assertStorable(member, place, depth)
  }
}

function assertText(text: string, path: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return
  const message = 'Remove the characters that are not valid text'
  throw new Rejection('invalid', message, {
    errors: [{ field: path.toWellFormed().replaceAll('\0', ''), defaultMessage: message }],
  })
}

function notJson(path: string, what: string): TypeError {
  return new TypeError(`event data must be JSON: ${path === '' ? 'it' : path} is ${what}`)
}
