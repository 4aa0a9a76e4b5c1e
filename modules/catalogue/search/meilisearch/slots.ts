import type { Settings } from 'meilisearch'
import { OperatorError } from '#core/domain/errors.ts'
import { meiliCode, SearchChangeFailed, type MeiliClient } from './client.ts'
import { indexSettings, layout } from './settings.ts'

/**
 * The names of the generations: what is searched, what is being built alongside it, what the last swap replaced. What is
 * searched keeps its name; a swap exchanges what is behind two names, in one step.
 */
export type Slots = { live: string; next: string; previous: string }

export function slotsOf(index: string): Slots {
  const live = `${index}-${layout}`
  return { live, next: `${live}-next`, previous: `${live}-previous` }
}

/**
 * Makes an empty live generation where there is none, and finishes one whose maker has died, or was refused, before it gave
 * it its settings; those of another layout go. Several processes may do this at once.
 */
export async function prepareLive(client: MeiliClient, index: string): Promise<'kept' | 'made'> {
  await assertUsable(client)
  const slots = slotsOf(index)
  const isThere = await exists(client, slots.live)
  if (!isThere) await create(client, slots.live)
  else if (!(await hasSettings(client, slots.live))) await giveSettings(client, slots.live)
  await dropOtherLayouts(client, index)
  return isThere ? 'kept' : 'made'
}

/** An empty generation alongside the live one, in place of whatever else there is. */
export async function makeNext(client: MeiliClient, { next, previous }: Slots): Promise<void> {
  await drop(client, next)
  await drop(client, previous)
  await create(client, next)
}

/** The new one takes the place of the previous one first, so that the exchange itself is a single step. */
export async function makeNextLive(client: MeiliClient, { live, next, previous }: Slots): Promise<void> {
  await demand(client, next)
  if (!(await exists(client, live))) return client.change((meili) => meili.updateIndex(next, { uid: live }))
  await drop(client, previous)
  await client.change((meili) => meili.updateIndex(next, { uid: previous }))
  await exchange(client, live, previous)
}

export async function makePreviousLive(client: MeiliClient, { live, previous }: Slots): Promise<void> {
  await demand(client, previous)
  await exchange(client, live, previous)
}

/** What is behind two names, in one step. An index keeps the time at which it was made. */
async function exchange(client: MeiliClient, one: string, other: string): Promise<void> {
  const madeAt = (index: string) => client.call(async (meili) => (await meili.getRawIndex(index)).createdAt)
  const expected = await madeAt(other)
  await client.change(
    (meili) => meili.swapIndexes([{ indexes: [one, other], rename: false }]),
    async () => (await madeAt(one)) === expected,
  )
}

export async function exists(client: MeiliClient, index: string): Promise<boolean> {
  return client.call(async (meili) => {
    try {
      await meili.getRawIndex(index)
      return true
    } catch (error) {
      if (meiliCode(error) === 'index_not_found') return false
      throw error
    }
  })
}

async function demand(client: MeiliClient, index: string): Promise<void> {
  if (!(await exists(client, index))) throw new Error(`the search index has no generation ${index}`)
}

/** Settings first: documents that were there before would all have to be read again. */
async function create(client: MeiliClient, index: string): Promise<void> {
  await unless('index_already_exists', () => client.change((meili) => meili.createIndex(index, { primaryKey: 'key' })))
  await giveSettings(client, index)
}

async function giveSettings(client: MeiliClient, index: string): Promise<void> {
  await client.change((meili) => meili.index(index).updateSettings(indexSettings))
}

/** They are given in one change: those that searches fail without stand for the rest. */
async function hasSettings(client: MeiliClient, index: string): Promise<boolean> {
  const { filterableAttributes, sortableAttributes } = indexSettings
  const given = await client.call((meili) => meili.index(index).getSettings())
  return (
    isWithin(filterableAttributes, given.filterableAttributes) && isWithin(sortableAttributes, given.sortableAttributes)
  )
}

type Attributes = Settings['filterableAttributes' | 'sortableAttributes']

function isWithin(wanted: Attributes, given: Attributes): boolean {
  const names = new Set<unknown>(given)
  return (wanted ?? []).every((name: unknown) => names.has(name))
}

async function drop(client: MeiliClient, index: string): Promise<void> {
  await unless('index_not_found', () => client.change((meili) => meili.deleteIndex(index)))
}

async function unless(code: string, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof SearchChangeFailed) || error.code !== code) throw error
  }
}

async function dropOtherLayouts(client: MeiliClient, index: string): Promise<void> {
  const { results } = await client.call((meili) => meili.getRawIndexes({ limit: 1_000 }))
  const ours = new RegExp(`^${index}-(\\d+)(-next|-previous)?$`)
  const others = results.filter(({ uid }) => (ours.exec(uid)?.[1] ?? String(layout)) !== String(layout))
  for (const { uid } of others) await drop(client, uid)
}

/** The first version that renames indexes. */
const oldest = [1, 18] as const

async function assertUsable(client: MeiliClient): Promise<void> {
  const { pkgVersion } = await client.call((meili) => meili.getVersion())
  const [major = 0, minor = 0] = pkgVersion.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  throw new OperatorError(`Meilisearch at MEILI_URL is version ${pkgVersion}`, `Use ${oldest.join('.')} or newer.`)
}
