import type { Actor } from '#core/domain/actor.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { EngineHealth } from './engines.ts'
import type { RecordedOperation } from './record.ts'

/** Where it is written down; undefined where nothing was, as where nothing has changed. */
export type WrittenDown = { recordedAt: Position | undefined }

/**
 * What an admin does with read models over HTTP; each is written down with who did it. Long work is begun here and shows
 * in the status; how it ended is in the history.
 */
export type OperatorDesk = {
  status: () => Promise<unknown>
  /** Has it rebuilt beside the live one and swapped. @throws Rejection where there is none, or it is under way */
  replay: (by: Actor, name: string) => Promise<void>
  /** Goes on with a replay that was stopped, or has failed. @throws Rejection where there is none */
  resume: (by: Actor, name: string) => Promise<void>
  /** Begins to find out what a replay would change. @throws Rejection likewise */
  dryRun: (by: Actor, name: string) => Promise<void>
  /** Begins to compare it with the log. @throws Rejection likewise */
  verify: (by: Actor, name: string) => Promise<void>
  rollBack: (by: Actor, name: string) => Promise<WrittenDown & { position: Position }>
  retry: (by: Actor, name: string) => Promise<WrittenDown & { isRetried: boolean }>
  skip: (by: Actor, name: string, skip: { position: Position; reason: string }) => Promise<WrittenDown>
  /** Newest first; of all where no name is given. */
  history: (name: string | undefined, limit: number) => Promise<RecordedOperation[]>
  engines: () => Promise<EngineHealth[]>
}
