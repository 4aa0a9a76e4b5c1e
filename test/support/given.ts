import { expect } from 'vitest'
import { fold, type Decider } from '#core/decider.ts'
import { Rejection, type RejectionCode } from '#core/errors.ts'

/** Given these events, when this command comes, then these events follow, or the command is refused. */
export function specificationOf<State, Command, Event>(decider: Decider<State, Command, Event>) {
  return (...history: readonly Event[]) => ({
    when(command: Command) {
      const decide = () => decider.decide(command, fold(decider, history))
      return {
        thenEvents: (...events: readonly Event[]) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefused: (code: RejectionCode, message: RegExp) => {
          const refusal = refusalOf(decide)
          expect(refusal.code).toBe(code)
          expect(refusal.message).toMatch(message)
        },
      }
    },
  })
}

function refusalOf(decide: () => unknown): Rejection {
  try {
    decide()
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
  throw new Error('the command was not refused')
}
