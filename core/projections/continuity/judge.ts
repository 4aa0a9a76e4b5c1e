import { PositionNotInLog, type EventRef, type EventStore, type Position } from '../../event-store/event-store.ts'
import type { Checkpoint } from '../checkpoints/checkpoints.ts'
import { anotherEvent, beyondTheLog, type LogDiverged } from './log-diverged.ts'

/**
 * Whether a checkpoint refers to this log. `rewind`: the last processed event is there, but the record
 * at the position itself is not, as after scavenging: reading must resume after that event. `unknown`: the checkpoint
 * is from a release that did not store its last event; `last` is that event.
 */
export type Verdict =
  | { kind: 'same' }
  | { kind: 'rewind'; to: EventRef | undefined }
  | { kind: 'unknown'; last: EventRef | undefined }
  | { kind: 'parted'; error: LogDiverged }

export type LogReads = Pick<EventStore, 'idAt' | 'lastUpTo'>

/** Judges checkpoints, and reads each position of the log once. Call it with the most advanced checkpoint first. */
export function judgeOf(store: LogReads): (checkpoint: Checkpoint) => Promise<Verdict> {
  const ids = new Map<Position, Promise<string | undefined>>()
  const idAt = (position: Position) => {
    const known = ids.get(position) ?? store.idAt(position)
    ids.set(position, known)
    return known
  }

  return async (checkpoint) => {
    const { name, position } = checkpoint
    const last = lastOf(checkpoint)
    if (position === 0) return { kind: 'same' }
    if (!checkpoint.last_is_known) return judgeUnknown(store, name, position)
    const isThere = async () => (await idAt(position)) !== undefined
    if (last === undefined) return (await isThere()) ? { kind: 'same' } : { kind: 'rewind', to: undefined }
    const found = await idAt(last.position)
    if (found === undefined) return { kind: 'parted', error: beyondTheLog(name, last.position) }
    if (found !== last.id) return { kind: 'parted', error: anotherEvent(name, last.position) }
    return (await isThere()) ? { kind: 'same' } : { kind: 'rewind', to: last }
  }
}

/** The last event of the shop that a checkpoint has passed, if known. */
function lastOf({ last_position: position, last_id: id }: LastColumns): EventRef | undefined {
  return position === null || id === null ? undefined : { position, id }
}

type LastColumns = Pick<Checkpoint, 'last_position' | 'last_id'>

async function judgeUnknown(store: LogReads, name: string, position: Position): Promise<Verdict> {
  try {
    return { kind: 'unknown', last: await store.lastUpTo(position) }
  } catch (error) {
    if (error instanceof PositionNotInLog) return { kind: 'parted', error: beyondTheLog(name, position) }
    throw error
  }
}
