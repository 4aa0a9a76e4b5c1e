// `npm run generate`: writes the route trees of the storefront, the data that it uses from the modules' manifests, and a new
// version of the privacy notice if their privacy entries have changed. With `--check`, which is part of `npm run check`, it writes
// nothing and fails instead.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { privacyNotice, privacyNoticeFolder } from '#modules/identity/privacy-notices.ts'
import { fieldsOf } from '#modules/audit/predicate/fields.ts'
import { allManifests, eventDefinitions } from '#modules/shop/manifests.ts'
import { makeRouteTrees } from './route-trees.ts'

const file = join(import.meta.dirname, 'src', 'lib', 'manifests.gen.ts')

const places = allManifests
  .flatMap(({ adminPlaces }) => adminPlaces)
  .toSorted((a, b) => a.order - b.order)
  .map(({ label, path, covers }) => ({ label, to: path, covers }))
const filters = allManifests
  .flatMap(({ streams }) => streams)
  .map(({ category, filter }) => ({ category, label: filter }))

const privacy = allManifests
  .flatMap((manifest) => manifest.privacy)
  .toSorted((a, b) => a.order - b.order)
  .map(({ what, purpose, duration }) => ({ what, purpose, duration }))

const notice = `${JSON.stringify(privacy, null, 2)}\n`
const isNewNotice = (await readIfThere(join(privacyNoticeFolder, `${privacyNotice}.json`))) !== notice
const version = isNewNotice ? await freeVersion(new Date().toISOString().slice(0, 10)) : privacyNotice

const text = `// Made by \`npm run generate\` from the modules' manifests: change those, not this file.

/** The links of the admin's navigation, in their order. */
export const adminPlaces = ${JSON.stringify(places)} as const

/** The kinds of streams that the list of all events can be narrowed to. */
export const streamFilters = ${JSON.stringify(filters)} as const

/** What the shop keeps about persons, as its privacy policy names it. */
export const privacyEntries = ${JSON.stringify(privacy)} as const

/** The day of the privacy policy's text. */
export const privacyVersion = ${JSON.stringify(version.slice(0, 10))}
`

const typesFile = join(import.meta.dirname, 'src', 'lib', 'event-types.gen.ts')
const mailKinds = allManifests.flatMap(({ mails, requestedMails = [] }) => [
  ...new Set([...Object.values(mails), ...requestedMails]),
])
const titles = Object.fromEntries(
  allManifests.flatMap(({ streams }) => streams.map(({ category, title }) => [category, title] as const)),
)
const types = allManifests.flatMap(({ events }) => Object.keys(events)).toSorted()

// Separate from the rest, which public pages use.
const typesText = `// Made by \`npm run generate\` from the modules' manifests: change those, not this file.

/** The types of all events, in alphabetical order. */
export const eventTypes = ${JSON.stringify(types)} as const

/** The titles of streams by category: an id follows them, as in “Order ORD48210377”. */
export const streamTitles = ${JSON.stringify(titles)} as const

/** The kinds of all mails. */
export const mailKinds = ${JSON.stringify(mailKinds)} as const
`

const fieldsFile = join(import.meta.dirname, 'src', 'lib', 'event-fields.gen.ts')
const fields = [...fieldsOf(eventDefinitions).values()]
const namesOf = (which: readonly { name: string }[]) => JSON.stringify(which.map(({ name }) => name))
const choices = fields.flatMap(({ name, choices: known }) => (known === undefined ? [] : [[name, known]]))

const fieldsText = `// Made by \`npm run generate\` from the definitions of the events: change those, not this file.

/** The fields that a predicate over events can name. */
export const eventFields = ${namesOf(fields)} as const

/** The fields that are personal data: they can only be compared by =. */
export const sealedFields: readonly string[] = ${namesOf(fields.filter(({ isSealed }) => isSealed))}

/** The fields without an order: they can only be compared by =, != and in. */
export const unorderedFields: readonly string[] = ${namesOf(fields.filter(({ isOrdered }) => !isOrdered))}

/** All possible values of a field, if they are known. */
export const fieldChoices: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(choices))}
`

const files = [
  { file, text: await formatted(text, file) },
  { file: typesFile, text: await formatted(typesText, typesFile) },
  { file: fieldsFile, text: await formatted(fieldsText, fieldsFile) },
  ...(await makeRouteTrees()),
]
if (!process.argv.includes('--check')) {
  for (const one of files) await writeIfChanged(one)
  // A version that a person may have accepted is never overwritten.
  if (isNewNotice) await writeIfChanged({ file: join(privacyNoticeFolder, `${version}.json`), text: notice }, 'wx')
} else {
  if (isNewNotice) fail('No version of the privacy notice matches the `privacy` entries of the manifests')
  for (const one of files)
    if ((await readIfThere(one.file)) !== one.text) fail(`${relative('.', one.file)} is out of date`)
}

async function writeIfChanged({ file: path, text: content }: { file: string; text: string }, flag = 'w') {
  if ((await readIfThere(path)) === content) return
  await writeFile(path, content, { flag })
  process.stdout.write(`wrote ${relative('.', path)}\n`)
}

async function formatted(source: string, filepath: string): Promise<string> {
  return format(source, { ...(await resolveConfig(filepath)), filepath })
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

async function freeVersion(day: string): Promise<string> {
  const taken = await readdir(privacyNoticeFolder)
  for (let turn = 1; ; turn++) {
    const name = turn === 1 ? day : `${day}.${turn}`
    if (!taken.includes(`${name}.json`)) return name
  }
}

function fail(flaw: string): void {
  process.stderr.write(`${flaw}: run "npm run generate".\n`)
  process.exitCode = 1
}
