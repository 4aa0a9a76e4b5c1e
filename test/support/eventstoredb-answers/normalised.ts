import type { QuestionClient } from './asker.ts'

/** An answer as JSON, without what differs between runs: positions, times and stream names. */
export function normalised({ run }: QuestionClient, answer: unknown): unknown {
  const of = (value: unknown): unknown => {
    if (value === undefined) return 'undefined'
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'string') return value.replaceAll(run, 'RUN')
    if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
    if (Array.isArray(value)) return value.map(of)
    return typeof value === 'object' && value !== null ? fieldsOf(value) : value
  }
  const fieldsOf = (value: object) =>
    Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, key === 'position' ? typeof field : of(field)]),
    )
  return of(answer)
}

const failureFields = new Set(['type', 'code', 'expectedVersion', 'actualVersion', 'streamName', 'maxAppendSize'])

/** A failed call, as its error class and selected fields. */
export function failureOf(asker: QuestionClient, error: unknown): unknown {
  if (!(error instanceof Error)) return normalised(asker, error)
  const carried = Object.entries(error).filter(([key, value]) => failureFields.has(key) && value !== undefined)
  return normalised(asker, { error: error.constructor.name, ...Object.fromEntries(carried) })
}
