import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { isBlank } from '../../text/blank.ts'
import type { FieldError } from '../../domain/errors.ts'
import { ruleOf, type Keywords } from './field-rules.ts'

/** Limits the work that a malicious body can cause. */
const mostErrors = 20

/** Reports every invalid field of an input, in the order of the schema. */
export function explain(schema: TSchema, value: unknown, field = ''): FieldError[] {
  const { items }: Keywords = schema
  const fields = fieldsOf(schema, value, field)
  if (fields !== undefined) return explainFields(schema, fields, field)
  const fault = explainLeaf(schema, value, field)
  if (fault !== undefined) return [fault]
  if (items === undefined || !Array.isArray(value)) return []
  return collect([...value.entries()], ([index, item]) => explain(items, item, `${field}[${index}]`))
}

/** The fields to check. A missing object counts as empty, so that the errors name its required fields. */
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

/** The fault of the value itself, ignoring its contents. */
function explainLeaf(schema: TSchema, value: unknown, field: string): FieldError | undefined {
  const keywords: Keywords = schema
  const name = field === '' ? 'The body' : field
  const say = (sentence: string): FieldError => ({ field, defaultMessage: sentence })
  if (isMissing(value)) return say(missingMessage(keywords, name))
  const error = Errors(schema, value).find(({ instancePath }) => instancePath === '')
  if (error === undefined) return undefined
  if (error.keyword === '~refine') return say(error.params.message)
  const rule = `${name} ${ruleOf(keywords)}`
  return say(isOfForm(error.keyword, keywords.type, value) ? rule : (keywords.message ?? rule))
}

function missingMessage({ missing, message }: Keywords, name: string): string {
  return missing ?? message ?? `${name} is required`
}

/** Whether the value has the right form and is only too large or too small. */
function isOfForm(faultyKeyword: string, type: string | undefined, value: unknown): boolean {
  return !formKeywords.has(faultyKeyword) && isOfType(type, value) && !isEmpty(value)
}

/** Keywords that constrain a value's form rather than its size. */
const formKeywords = new Set(['pattern', 'format', 'const', 'enum', 'anyOf'])

/** Any number is of type integer here: a quantity of 1.5 is not a missing quantity. */
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
