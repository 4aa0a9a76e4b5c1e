import type { AccountEvent } from './events.ts'

/** What the log knows about an account, which is a row: its roles, if they were ever changed, and whether it was deleted. */
export type RecordedState = { roles?: readonly string[]; deleted: boolean }

/** The state after these events of its stream, oldest first. */
export function recordedStateOf(events: readonly AccountEvent[]): RecordedState {
  return events.reduce<RecordedState>(evolve, { deleted: false })
}

function evolve(state: RecordedState, { type, data }: AccountEvent): RecordedState {
  switch (type) {
    case 'AccountRolesChanged':
      return { ...state, roles: data.to }
    case 'AccountDeleted':
      return { ...state, deleted: true }
  }
}
