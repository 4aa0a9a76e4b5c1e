import type { LogServer } from '../event-store/log-server.ts'
import type { CopiedPart } from './in-place-copy.ts'

/** A point-in-time copy of a server's data. */
export type LogBackup = {
  server: LogServer
  /** The position of the newest event. */
  upTo: number
  /** Opens a server with this data, or part of it. */
  copy(part: CopiedPart): Promise<LogServer>
}

/** Servers that can replace each other. */
export type Servers = {
  /** Whether a copy keeps the original times of its events, which no client can set on a server. */
  keepsTimes: boolean
  open(): Promise<LogServer>
  backUp(server: LogServer): Promise<LogBackup['copy']>
}
