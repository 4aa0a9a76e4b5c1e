import { Type, type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Rejection, type FieldError } from '../../domain/errors.ts'
import { explain } from './field-errors.ts'
import { readParams, readQuery } from './query.ts'
import { isOfApi, type Route } from '../routing/route.ts'
import { textFaults } from './text-faults.ts'

// By default, typebox sorts a schema's unions again for each body, which takes longer than the rest of the validation.
// The order matters only if a value matches two members of a union, which is impossible in these schemas.
Settings.Set({ unionPrioritySort: false })

/** Unvalidated input: decoded path parameters, the query string without its question mark, the parsed body. */
export type RawInput = { params: Readonly<Record<string, string>>; query: string; body: unknown }

/** Input that the route's schemas have validated, without unknown fields. */
export type CheckedInput = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

/** Validates input and returns it without unknown fields. @throws Rejection naming each invalid field */
type Check = (value: unknown, otherFaults?: readonly FieldError[]) => unknown

/**
 * Compiles the validation of one route. Unknown fields are dropped, but unknown query parameters of the API are refused;
 * numbers in the query are parsed strictly.
 * @returns the check, which throws a `Rejection` whose message is the first fault, in the order of the specification
 */
export function inputCheckOf(route: Route): (raw: RawInput) => CheckedInput {
  const isStrict = isOfApi(route.path)
  const checkParams = partOf(route.params)
  const checkQuery = partOf(route.query ?? (isStrict ? noParameters : undefined))
  const checkBody = route.body === undefined ? undefined : checkOf(route.body)
  return ({ params, query, body }) => ({
    params: checkParams((schema) => readParams(schema, params)),
    query: checkQuery((schema) => readQuery(schema, query, isStrict)),
    body: checkBody?.(body, route.check?.(body)),
  })
}

const noParameters = Type.Object({})

function partOf(schema: TObject | undefined) {
  if (schema === undefined) return () => ({})
  const check = checkOf(schema)
  return (read: (schema: TObject) => Record<string, unknown>): Record<string, unknown> => {
    const value = read(schema)
    check(value)
    return value
  }
}

function checkOf(schema: TSchema): Check {
  const validator = Compile(schema)
  return (value, otherFaults = []) => {
    if (!validator.Check(value)) throw refusal([...otherFaults, ...explain(schema, value)])
    const known: unknown = validator.Clean(value)
    const faults = [...otherFaults, ...textFaults(known)]
    if (faults.length > 0) throw refusal(faults)
    return known
  }
}

/** Reports each field once, with its first fault. */
function refusal(faults: readonly FieldError[]): Rejection {
  const seen = new Set<string>()
  const errors = faults.filter(({ field }) => !seen.has(field) && seen.add(field))
  const [first = { field: '', defaultMessage: 'The input does not have the expected form' }] = errors
  return new Rejection('invalid', first.defaultMessage, { errors: errors.length > 0 ? errors : [first] })
}
