import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** One file per version of the privacy policy's list of stored data, named by date. A file is never changed. */
export const privacyNoticeFolder = join(import.meta.dirname, 'privacy-notices')

/** The version that a signup accepts, such as `2026-11-23`, or `2026-11-23.2` for the second of a day. */
export const privacyNotice = newestOf(readdirSync(privacyNoticeFolder))

function newestOf(files: readonly string[]): string {
  const versions = files.map((file) => file.replace(/[.]json$/, '')).toSorted()
  return versions.at(-1) ?? ''
}
