import type { LogServer } from '../event-store/log-server.ts'
import type { CopiedPart } from './in-place-copy.ts'

/** A copy of a server's data, as it was at one moment. */
export type LogBackup = {
  server: LogServer
  /** The position of the newest event. */
  upTo: number
  /** Opens a server with these data, or a part of them. */
  copy(part: CopiedPart): Promise<LogServer>
}

/** Servers that can take the place of each other. */
export type Servers = {
  /** Whether a copy has the times at which its events were written first. No client can give them to a server. */
  keepsTimes: boolean
  open(): Promise<LogServer>
  backUp(server: LogServer): Promise<LogBackup['copy']>
}
