// `npm run generate`: writes what the storefront takes from the modules' manifests, as data. With `--check`, which is part of
// `npm run check`, it writes nothing and fails where the file is not as the manifests say.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { privacyNotice } from '#modules/identity/privacy-notice.ts'
import { allManifests } from '#modules/manifests.ts'

const file = join(import.meta.dirname, 'src', 'lib', 'manifests.gen.ts')

const places = allManifests
  .flatMap(({ adminPlaces }) => adminPlaces)
  .toSorted((a, b) => a.order - b.order)
  .map(({ label, path, isExact }) => ({ label, to: path, exact: isExact }))
const filters = allManifests
  .flatMap(({ streams }) => streams)
  .map(({ category, filter }) => ({ category, label: filter }))

const privacy = allManifests
  .flatMap((manifest) => manifest.privacy)
  .toSorted((a, b) => a.order - b.order)
  .map(({ what, purpose, duration }) => ({ what, purpose, duration }))

const text = `// Made by \`npm run generate\` from the modules' manifests: change those, not this file.

/** The links of the admin's navigation, in their order. */
export const adminPlaces = ${JSON.stringify(places)} as const

/** The kinds of streams that the list of all events can be narrowed to. */
export const streamFilters = ${JSON.stringify(filters)} as const

/** What the shop keeps about persons, as its privacy policy names it. */
export const privacyEntries = ${JSON.stringify(privacy)} as const

/** The day of the privacy policy's text. */
export const privacyVersion = ${JSON.stringify(privacyNotice.version)}
`

const made = await format(text, { ...(await resolveConfig(file)), filepath: file })
if (!process.argv.includes('--check')) await writeFile(file, made)
else if ((await readFile(file, 'utf8').catch(() => '')) !== made) {
  process.stderr.write('storefront/src/lib/manifests.gen.ts is not as the manifests say: run "npm run generate".\n')
  process.exitCode = 1
}
