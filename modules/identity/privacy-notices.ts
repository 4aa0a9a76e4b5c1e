import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Each version of what the privacy policy says is kept, one file each, named after its day; none is ever changed. */
export const privacyNoticeFolder = join(import.meta.dirname, 'privacy-notices')

/** The version that a signup accepts, recorded with the time: `2026-11-23`, the second of a day `2026-11-23.2`. */
export const privacyNotice = newestOf(readdirSync(privacyNoticeFolder))

function newestOf(files: readonly string[]): string {
  const versions = files.map((file) => file.replace(/[.]json$/, '')).toSorted()
  return versions.at(-1) ?? ''
}
