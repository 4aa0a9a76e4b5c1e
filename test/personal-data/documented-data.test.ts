import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PersonalDataDocument } from '#modules/identity/schema.ts'
import { leftOut, parts } from './handed-over.ts'

/** Places that the page describes under another name, or need not describe. */
const unexplained = new Set(['public.events', 'public.personal_keys_lost', 'public.account_erasures'])

/** What the page calls a place: `order-…` for a category of streams, otherwise the table or the read model. */
function nameOf(place: string): string {
  const category = /^streams of (?<category>\w+)$/.exec(place)?.groups?.['category']
  if (category !== undefined) return `\`${category}-…\``
  const readModel = /^read_(?<name>\w+)[.]/.exec(place)?.groups?.['name']
  return `\`${readModel?.replaceAll('_', '-') ?? place.replace('public.', '')}\``
}

test('docs/privacy.md names every place that holds something about a person', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8')
  const places = [...Object.keys(parts), ...Object.values(leftOut).flat()].filter((place) => !unexplained.has(place))
  expect(places.length).toBeGreaterThan(10)
  expect(
    places.map(nameOf).filter((name) => !page.includes(name)),
    'add to the table "What is stored" what is kept there, why and for how long',
  ).toEqual([])
})

test('the description of GET /api/users/me/data names each part', () => {
  const words = Object.values(parts)
    .filter((part) => part !== 'account')
    .map((part) => part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  expect(words).toContain('service requests')
  const description = 'description' in PersonalDataDocument ? String(PersonalDataDocument.description) : ''
  const missing = words.filter((part) => !description.includes(part))
  expect(missing, 'add it to the description of PersonalDataDocument in modules/identity/schema.ts').toEqual([])
})
