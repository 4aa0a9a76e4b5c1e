import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Rejection, type FieldError } from '../../domain/errors.ts'
import { explain } from './field-errors.ts'
import { readParams, readQuery } from './query.ts'
import type { Route } from '../routing/route.ts'
import { textFaults } from './text-faults.ts'

// Else each body has the unions of its schema sorted again, which takes longer than everything else that is done to it.
// The order matters only where two members of a union both fit, which no schema here lets happen.
Settings.Set({ unionPrioritySort: false })

/** Input as it arrived: decoded path parameters, the query string without its question mark, the parsed body. */
export type RawInput = { params: Readonly<Record<string, string>>; query: string; body: unknown }

/** Input that the route's schemas have checked and cut to what they know. */
export type CheckedInput = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

/** Checks input by its schema; returns it without what the schema does not know. @throws Rejection naming each field */
type Check = (value: unknown, otherFaults?: readonly FieldError[]) => unknown

/**
 * Prepares the checks of one route, once. Unknown fields are dropped; numbers in the query are taken strictly.
 * @returns the check, which throws a `Rejection` whose message is the first fault, in the order of the specification
 */
export function inputCheckOf(route: Route): (raw: RawInput) => CheckedInput {
  const checkParams = partOf(route.params)
  const checkQuery = partOf(route.query)
  const checkBody = route.body === undefined ? undefined : checkOf(route.body)
  return ({ params, query, body }) => ({
    params: checkParams((schema) => readParams(schema, params)),
    query: checkQuery((schema) => readQuery(schema, query)),
    body: checkBody?.(body, route.check?.(body)),
  })
}

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

/** Each field once: the first thing that is wrong with it is what to mend first. */
function refusal(faults: readonly FieldError[]): Rejection {
  const seen = new Set<string>()
  const errors = faults.filter(({ field }) => !seen.has(field) && seen.add(field))
  const [first = { field: '', defaultMessage: 'The input does not have the expected form' }] = errors
  return new Rejection('invalid', first.defaultMessage, { errors: errors.length > 0 ? errors : [first] })
}
