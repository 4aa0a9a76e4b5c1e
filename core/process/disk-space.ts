import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { Log } from '../telemetry/log.ts'

/** Resolves to the number of free bytes on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

/** Whether a disk has room. Checked before writes, because a database whose disk is full stops in the middle of one. */
export type DiskSpace = {
  /** For work that can wait. */
  hasRoom: () => boolean
  /** @throws EngineUnavailable while there is too little room, with the remedy */
  assertRoom: () => void
  close(): void
}

export type DiskSpaceOptions = {
  folder: string
  /** How much must be free. */
  reserveMb: number
  log: Log
  freeBytes?: FreeBytes | undefined
  /** The interval between checks (1 s). */
  everyMs?: number
}

const bytesPerMb = 1_000_000

/** Checks the disk now, and periodically until it is closed. */
export async function watchDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const { folder, reserveMb, log, freeBytes = freeBytesOf, everyMs = 1_000 } = options
  const closing = new AbortController()
  let shortage: OperatorError | undefined

  async function check(): Promise<void> {
    const free = await freeBytes(folder).catch(() => undefined)
    // While the disk cannot be checked, the last result stays valid.
    if (free === undefined) return
    const was = shortage
    const freeMb = Math.floor(free / bytesPerMb)
    shortage = freeMb < reserveMb ? shortageOf(freeMb, reserveMb) : undefined
    if (shortage !== undefined && was === undefined)
      log.warn({ folder, freeMb, remedy: shortage.remedy }, `${shortage.message}: commands are refused`)
    if (shortage === undefined && was !== undefined)
      log.info({ folder, freeMb }, 'there is room on the disk of the data folder again: commands are accepted')
  }

  async function keepChecking(): Promise<void> {
    const { signal } = closing
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await check()
    }
  }

  await check()
  void keepChecking()
  return {
    hasRoom: () => shortage === undefined,
    assertRoom() {
      if (shortage !== undefined)
        throw new EngineUnavailable('event store', { cause: shortage, retryAfterSeconds: retrySeconds })
    },
    close: () => closing.abort(),
  }
}

/** Long, because a person has to free the space. */
const retrySeconds = 10

/** The readiness check shows this to anyone, so it names no path. */
function shortageOf(freeMb: number, reserveMb: number): OperatorError {
  return new OperatorError(
    `the disk of the data folder is nearly full: ${freeMb} MB are free, ${reserveMb} MB must be`,
    'Free some space on the disk of DATA_DIR: the shop then continues automatically.',
  )
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Wraps a store so that it refuses appends while there is no room; reads are not affected. */
export function storeWithRoom(store: EventStore, disk: Pick<DiskSpace, 'assertRoom'>): EventStore {
  return {
    ...store,
    async append(stream, expected, events) {
      disk.assertRoom()
      return store.append(stream, expected, events)
    },
  }
}
