import { periodically, type StopRuns } from '#core/async/periodically.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { PictureTables } from './tables.ts'

const everyMs = 600_000

/** Deletes uploads that no product was saved with, until it is stopped. */
export function deleteUnusedPictures(pictures: Pick<PictureTables, 'deleteUnused'>, log: Log): StopRuns {
  const sweep = async () => {
    const count = await pictures.deleteUnused()
    if (count > 0) log.info({ count }, 'deleted uploaded pictures that no product uses')
  }
  const onError = (error: unknown) => log.debug({ err: error }, 'unused pictures cannot be deleted now')
  return periodically(sweep, { everyMs, onError })
}
