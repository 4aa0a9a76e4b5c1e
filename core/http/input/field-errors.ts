import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { isBlank } from '../../text/blank.ts'
import type { FieldError } from '../../domain/errors.ts'
import { ruleOf, type Keywords } from './field-rules.ts'

/** More would only help whoever wants to keep the shop busy. */
const mostErrors = 20

/** Names every faulty field of an input, in the order in which the schema declares them. */
export function explain(schema: TSchema, value: unknown, field = ''): FieldError[] {
  const { items }: Keywords = schema
  const fields = fieldsOf(schema, value, field)
  if (fields !== undefined) return explainFields(schema, fields, field)
  const fault = explainLeaf(schema, value, field)
  if (fault !== undefined) return [fault]
  if (items === undefined || !Array.isArray(value)) return []
  return collect([...value.entries()], ([index, item]) => explain(items, item, `${field}[${index}]`))
}

/** What is to be looked into. A part that is missing is told by what is missing of it, in the words of its fields. */
function fieldsOf({ properties, required = [] }: Keywords, value: unknown, field: string) {
  if (properties === undefined) return undefined
  if (isRecord(value)) return value
  return field !== '' && isMissing(value) && required.length > 0 ? {} : undefined
}

function explainFields({ properties = {}, required = [] }: Keywords, value: Record<string, unknown>, field: string) {
  return collect(Object.entries(properties), ([name, property]) => {
    const isAbsent = !Object.hasOwn(value, name) || value[name] === undefined
    if (isAbsent && !required.includes(name)) return []
    return explain(property, isAbsent ? undefined : value[name], field === '' ? name : `${field}.${name}`)
  })
}

function collect<T>(entries: readonly T[], faultsOf: (entry: T) => FieldError[]): FieldError[] {
  const faults: FieldError[] = []
  for (const entry of entries) {
    faults.push(...faultsOf(entry))
    if (faults.length >= mostErrors) break
  }
  return faults.slice(0, mostErrors)
}

/** The fault of the value itself, not of what is inside it. */
function explainLeaf(schema: TSchema, value: unknown, field: string): FieldError | undefined {
  const keywords: Keywords = schema
  const name = field === '' ? 'The body' : field
  const say = (sentence: string): FieldError => ({ field, defaultMessage: sentence })
  if (isMissing(value)) return say(keywords.message ?? `${name} is required`)
  const error = Errors(schema, value).find(({ instancePath }) => instancePath === '')
  if (error === undefined) return undefined
  if (error.keyword === '~refine') return say(error.params.message)
  const rule = `${name} ${ruleOf(keywords)}`
  return say(isOfForm(error.keyword, keywords.type, value) ? rule : (keywords.message ?? rule))
}

/** Whether the value is what was asked for, only too large or too small. */
function isOfForm(faultyKeyword: string, type: string | undefined, value: unknown): boolean {
  return !formKeywords.has(faultyKeyword) && isOfType(type, value) && !isEmpty(value)
}

/** Keywords about what a value is, rather than about how large it may be. */
const formKeywords = new Set(['pattern', 'format', 'const', 'enum', 'anyOf'])

/** A number is a number, whether whole or not: 1.5 pieces is no missing quantity. */
function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isRecord(value) : type === typeof value
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null
}

function isEmpty(value: unknown): boolean {
  return (typeof value === 'string' && isBlank(value)) || (Array.isArray(value) && value.length === 0)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
