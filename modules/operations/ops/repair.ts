import { EngineUnavailable } from '#core/domain/errors.ts'
import { counted } from '#core/text/counted.ts'
import type { Skip } from '../administration/skips.ts'
import type { Verification } from '#core/projections/compare/verify.ts'
import { namesOf, seconds, withProgress, type Chosen, type OpsDeps } from './deps.ts'

/** `ops verify`: folds the log and compares with the live rows; false if any differ or a read model has failed. */
export async function verifyCommand(deps: OpsDeps, chosen: Chosen): Promise<boolean> {
  const { actions, terminal } = deps
  const verified: (Verification & { name: string })[] = []
  for (const name of await namesOf(deps, chosen))
    verified.push({
      name,
      ...(await withProgress(deps, `verify ${name}`, (options) => actions.verify(name, options))),
    })
  for (const verification of verified) for (const line of linesOf(verification)) terminal.print(line)
  terminal.json({ verified })
  return verified.every(({ ok }) => ok)
}

function* linesOf(verification: Verification & { name: string }): Generator<string> {
  const { name, position, head, rows, missing, extra, different, notCompared, failure } = verification
  const keys = Object.entries({ missing, extra, different }).filter(([, some]) => some.length > 0)
  const verdict = keys.length === 0 ? 'matches the log' : 'differs from the log'
  yield `${name}: ${verdict}, up to position ${position} of ${head} (${counted(rows, 'row')})`
  for (const [what, some] of keys) yield `  ${what}: ${some.join(', ')}`
  if (notCompared !== undefined) {
    const { from, to, events } = notCompared
    yield `  not compared: ${counted(events, 'event')} from position ${from} to ${to}, which ${name} has not handled`
  }
  if (failure === undefined) return
  const { event, message, isOfTheLog } = failure
  const at = event === undefined ? '' : ` at position ${event.position} (${event.type} in ${event.stream})`
  const retry = isOfTheLog === true ? '' : `. Fix the cause and run "npm run ops -- retry ${name}"`
  yield `  ${name} has failed${at}: ${message}${retry}`
}

/** `ops retry`: retries a failed projection or reactor; false if it has not failed. */
export async function retryCommand({ actions, terminal }: OpsDeps, name: string): Promise<boolean> {
  const { isRetried } = await actions.retry(name)
  terminal.print(isRetried ? `${name}: retrying` : `${name}: has not failed`)
  terminal.json({ name, retried: isRetried })
  return isRetried
}

/** `ops skip`: skips the event that it has failed at, or withdraws the skip. */
export async function skipCommand(
  { actions, terminal }: OpsDeps,
  { name, isUndone, ...skip }: Skip & { name: string; isUndone: boolean },
): Promise<boolean> {
  if (isUndone) await actions.withdrawSkip(name, skip)
  else await actions.skip(name, skip)
  terminal.print(
    isUndone
      ? `${name}: the skip of the event at position ${skip.position} is withdrawn; the next replay handles it`
      : `${name}: skips the event at position ${skip.position} and continues`,
  )
  terminal.json({ name, position: skip.position, skipped: !isUndone })
  return true
}

/** `ops rollback`: restores the build that the last replay replaced. */
export async function rollbackCommand({ operations, actions, terminal }: OpsDeps, name: string): Promise<boolean> {
  const begun = performance.now()
  const { position } = await actions.rollBack(name)
  const ms = Math.round(performance.now() - begun)
  const head = await headOrUnknown(operations)
  const rest = head === undefined ? 'once the event store answers' : `to ${head}`
  terminal.print(
    `${name}: the previous build is live again after ${seconds(ms)}; it catches up from ${position} ${rest}`,
  )
  terminal.json({ name, position, head, ms })
  return true
}

/** The rollback has already succeeded, so an unavailable event store must not fail it. */
async function headOrUnknown(operations: OpsDeps['operations']): Promise<number | undefined> {
  try {
    return (await operations.status()).head
  } catch (error) {
    if (error instanceof EngineUnavailable) return undefined
    throw error
  }
}

/** `ops drop-copy`: drops a schema that `replay --into` has created. */
export async function dropCopyCommand({ operations, terminal }: OpsDeps, schema: string): Promise<boolean> {
  await operations.dropCopy(schema)
  terminal.print(`${schema}: dropped`)
  terminal.json({ schema, dropped: true })
  return true
}
