import { OperatorError } from '#core/domain/errors.ts'
import type { EventStore, Position } from '#core/event-store/event-store.ts'
import type { AdoptLogDeps } from './deps.ts'

type ConfirmDeps = Pick<AdoptLogDeps, 'terminal' | 'ask'> & { store: Pick<EventStore, 'head'> }

/**
 * Whether the operator has confirmed the head that was shown, by `given` or at the terminal.
 * @throws OperatorError if another position is given, or if the log has another head by now
 */
export async function isConfirmed(
  deps: ConfirmDeps,
  { shown, given }: { shown: Position; given: Position | undefined },
): Promise<boolean> {
  const confirmed = given ?? (await promptForHead(deps))
  if (confirmed === undefined) {
    deps.terminal.print(`Nothing was changed. To do it: npm run ops -- adopt-log --head ${shown}`)
    return false
  }
  if (confirmed !== shown) throw notTheHead(`the head of the event log is ${shown}, not ${confirmed}`)
  const head = await deps.store.head()
  if (head !== shown) throw notTheHead(`the event log ends at position ${head} by now, not ${shown}`)
  return true
}

function notTheHead(what: string): OperatorError {
  return new OperatorError(`${what}: nothing was changed`, 'Run adopt-log again, and confirm the head that it shows.')
}

async function promptForHead({ ask }: ConfirmDeps): Promise<Position | undefined> {
  const answer = await ask?.('Type the head of the log to continue: ')
  return answer !== undefined && /^\d{1,15}$/.test(answer.trim()) ? Number(answer) : undefined
}
