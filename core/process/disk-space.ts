import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { Log } from '../telemetry/log.ts'

/** How many bytes are free on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

/** What is known of the room on a disk: a database whose disk is full stops in the middle of something. */
export type DiskSpace = {
  /** For what can wait by itself. */
  hasRoom: () => boolean
  /** @throws EngineUnavailable while there is too little of it, with what the operator can do */
  assertRoom: () => void
  close(): void
}

export type DiskSpaceOptions = {
  folder: string
  /** So much must be free. */
  reserveMb: number
  log: Log
  freeBytes?: FreeBytes | undefined
  /** How often it looks (1 s). */
  everyMs?: number
}

const bytesPerMb = 1_000_000

/** Looks at the disk now, and again and again until it is closed. */
export async function watchDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const { folder, reserveMb, log, freeBytes = freeBytesOf, everyMs = 1_000 } = options
  const closing = new AbortController()
  let shortage: OperatorError | undefined

  async function look(): Promise<void> {
    const free = await freeBytes(folder).catch(() => undefined)
    // A disk that does not tell is no reason to change anything.
    if (free === undefined) return
    const was = shortage
    const freeMb = Math.floor(free / bytesPerMb)
    shortage = freeMb < reserveMb ? shortageOf(freeMb, reserveMb) : undefined
    if (shortage !== undefined && was === undefined)
      log.warn({ folder, freeMb, remedy: shortage.remedy }, `${shortage.message}: commands are refused`)
    if (shortage === undefined && was !== undefined)
      log.info({ folder, freeMb }, 'there is room on the disk of the data folder again: commands are taken')
  }

  async function keepLooking(): Promise<void> {
    const { signal } = closing
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await look()
    }
  }

  await look()
  void keepLooking()
  return {
    hasRoom: () => shortage === undefined,
    assertRoom() {
      if (shortage !== undefined)
        throw new EngineUnavailable('event store', { cause: shortage, retryAfterSeconds: retrySeconds })
    },
    close: () => closing.abort(),
  }
}

/** Room is made by a person. */
const retrySeconds = 10

/** Told to anybody who asks whether the shop is ready, so that it names no path. */
function shortageOf(freeMb: number, reserveMb: number): OperatorError {
  return new OperatorError(
    `the disk of the data folder is nearly full: ${freeMb} MB are free, ${reserveMb} MB must be`,
    'Free some space on the disk of DATA_DIR: the shop then goes on by itself.',
  )
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The same store, which takes no events while there is no room for them; what it holds is read all the same. */
export function storeWithRoom(store: EventStore, disk: Pick<DiskSpace, 'assertRoom'>): EventStore {
  return {
    ...store,
    async append(stream, expected, events) {
      disk.assertRoom()
      return store.append(stream, expected, events)
    },
  }
}
