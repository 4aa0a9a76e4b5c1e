import type { Call, Violation } from '../record/call.ts'
import type { Log } from '../record/log.ts'
import { answeredStreams, createdStreams, isCreation, type Creation } from './creations.ts'
import { linearize, type Operation } from './linearizable.ts'
import { keyModel, type KeyModelOp } from './models/key.ts'

type Keyed = Creation & { key: { name: string; body: string } }

/** Each idempotency key has at most one success, which every later call with it gets, and each call its own. */
export function keyViolations(calls: readonly Call[], log: Log): Violation[] {
  const keyed = calls.filter((call): call is Keyed => isCreation(call) && call.key !== undefined)
  const byKey = Map.groupBy(keyed, ({ account, key }) => `${account} ${key.name}`)
  return [...byKey.values()].flatMap((same) => {
    const byBody = [...Map.groupBy(same, ({ key }) => key.body).values()]
    return [
      ...oneSuccess(same, log),
      ...same.flatMap((call) => unjustified(call, same)),
      ...byBody.flatMap((tries) => [...oneEffect(tries, log), ...settled(tries)]),
    ]
  })
}

function violation(law: string, { seed, key, account }: Keyed, what: string): Violation {
  return { law, seed, what: `${key.name} of ${account}: ${what}` }
}

function oneSuccess(same: readonly Keyed[], log: Log): Violation[] {
  const verdict = linearize(
    keyModel,
    same.flatMap((call) => keyOperation(call, log)),
  )
  const [first] = same
  if (verdict.ok || first === undefined) return []
  const shown = verdict.stuckAt.map(({ id, op, answer }) => `${id} ${JSON.stringify(op)} -> ${answer?.status}`)
  const before = verdict.reached.map(({ id, op }) => `${id} ${JSON.stringify(op)}`)
  return [
    violation('one success under a key', first, `after ${before.join('; ')} no ${shown.join(', no ')} is possible`),
  ]
}

function keyOperation(call: Keyed, log: Log): Operation<KeyModelOp>[] {
  const { id, invokedAt, endedAt, outcome, key } = call
  const { body } = key
  if (outcome.kind === 'done')
    return [
      { id, invokedAt, endedAt, op: { do: 'succeed', body, text: outcome.text }, answer: { status: outcome.status } },
    ]
  if (outcome.kind === 'unknown')
    return log.causedBy(id).length === 0 ? [] : [{ id, invokedAt, endedAt, op: { do: 'succeed', body } }]
  const { status } = outcome
  if (isAboutTheKey(call) || status === 400) return []
  return [{ id, invokedAt, endedAt, op: { do: 'refuse', status, body }, answer: { status } }]
}

const stillRunning = /first request with this key is still running/

function isAboutTheKey({ outcome }: Call): boolean {
  return outcome.kind === 'refused' && (outcome.status === 422 || stillRunning.test(outcome.message))
}

/** 422 needs another body, and 409 another call, that began before the refusal and was not refused before it began. */
function unjustified(call: Keyed, same: readonly Keyed[]): Violation[] {
  const { outcome, endedAt, invokedAt, key } = call
  if (outcome.kind !== 'refused' || !isAboutTheKey(call)) return []
  const isReason = (other: Keyed) =>
    other !== call &&
    other.invokedAt <= endedAt &&
    (other.outcome.kind !== 'refused' || other.endedAt >= invokedAt) &&
    (outcome.status !== 422 || other.key.body !== key.body)
  if (same.some(isReason)) return []
  return [violation('a key excludes no one else', call, `${call.id} is refused with ${outcome.status} for no reason`)]
}

/** However often it is sent, a command creates one thing, and every success shows that one. */
function oneEffect(tries: readonly Keyed[], log: Log): Violation[] {
  const [first] = tries
  if (first === undefined) return []
  const created = new Set(tries.flatMap(({ id }) => createdStreams(log.causedBy(id))))
  const shown = new Set(tries.flatMap(answeredStreams))
  const doubled = created.size > 1 ? [violation('nothing doubled', first, `it created ${[...created].join(', ')}`)] : []
  const lost = [...shown].filter((stream) => !created.has(stream))
  return [
    ...doubled,
    ...lost.map((stream) =>
      violation('nothing lost', first, `${stream} was confirmed, but no call under it created it`),
    ),
  ]
}

/** A call without an answer was sent again until there was one. */
function settled(tries: readonly Keyed[]): Violation[] {
  const last = tries.toSorted((a, b) => a.invokedAt - b.invokedAt).at(-1)
  if (last === undefined || tries.some(({ outcome }) => outcome.kind === 'done')) return []
  if (last.outcome.kind === 'refused' && !stillRunning.test(last.outcome.message)) return []
  return [violation('every unknown is settled', last, `the last attempt, ${last.id}, has no answer`)]
}
