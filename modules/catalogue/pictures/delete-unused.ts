import type { Log } from '#core/telemetry/log.ts'
import type { PictureTables } from './tables.ts'

const everyMs = 600_000

/** Deletes uploads that no product was saved with, until it is stopped. Returns the function that stops it. */
export function deleteUnusedPictures(pictures: Pick<PictureTables, 'deleteUnused'>, log: Log): () => void {
  const sweep = () =>
    void pictures.deleteUnused().then(
      (count) => count > 0 && log.info({ count }, 'deleted uploaded pictures that no product uses'),
      (error: unknown) => log.debug({ err: error }, 'unused pictures cannot be deleted now'),
    )
  sweep()
  const timer = setInterval(sweep, everyMs)
  return () => clearInterval(timer)
}
