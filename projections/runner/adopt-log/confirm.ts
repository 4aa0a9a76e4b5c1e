import { OperatorError } from '#core/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { AdoptLogNeeds } from './needs.ts'

/**
 * Whether the operator has confirmed the head that was shown, by `given` or at the terminal.
 * @throws OperatorError where another position is given, or the log has another head by now
 */
export async function isConfirmed(
  needs: AdoptLogNeeds,
  { shown, given }: { shown: Position; given: Position | undefined },
): Promise<boolean> {
  const confirmed = given ?? (await askedHead(needs))
  if (confirmed === undefined) {
    needs.terminal.print(`Nothing was changed. To do it: npm run ops -- adopt-log --head ${shown}`)
    return false
  }
  if (confirmed === shown && (await needs.store.head()) === shown) return true
  throw new OperatorError(
    `the head of the event log is ${shown}, not ${confirmed}: nothing was changed`,
    'Read the plan again, and confirm the head that it shows.',
  )
}

async function askedHead({ ask }: AdoptLogNeeds): Promise<Position | undefined> {
  const answer = await ask?.('Type the head of the log to go ahead: ')
  return answer !== undefined && /^\d{1,15}$/.test(answer.trim()) ? Number(answer) : undefined
}
