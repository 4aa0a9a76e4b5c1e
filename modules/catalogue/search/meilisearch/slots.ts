import type { Settings } from 'meilisearch'
import { OperatorError } from '#core/domain/errors.ts'
import { meiliCode, SearchChangeFailed, type MeiliClient } from './client.ts'
import { indexSettings, layout } from './settings.ts'

/**
 * The index names of the generations: the live one, the one being built, and the generation that the last swap replaced. The
 * live name never changes: a swap atomically exchanges the indexes behind two names.
 */
export type Slots = { live: string; next: string; previous: string }

export function slotsOf(index: string): Slots {
  const live = `${index}-${layout}`
  return { live, next: `${live}-next`, previous: `${live}-previous` }
}

/**
 * Creates an empty live generation if there is none, completes one that was created without its settings because its
 * creator died or was refused, and drops those of another layout. Several processes may call this concurrently.
 */
export async function prepareLive(client: MeiliClient, index: string): Promise<'kept' | 'made'> {
  await assertUsable(client)
  const slots = slotsOf(index)
  const isThere = await exists(client, slots.live)
  if (!isThere) await create(client, slots.live)
  else if (!(await hasSettings(client, slots.live))) await applySettings(client, slots.live)
  await dropOtherLayouts(client, index)
  return isThere ? 'kept' : 'made'
}

/** Creates an empty generation alongside the live one and drops all outdated. */
export async function makeNext(client: MeiliClient, { next, previous }: Slots): Promise<void> {
  await drop(client, next)
  await drop(client, previous)
  await create(client, next)
}

/** The new generation first takes the previous one's name, so that the exchange itself is atomic. */
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

/** Swaps two indexes atomically. An index keeps its creation time, which shows whether the swap has happened. */
async function exchange(client: MeiliClient, one: string, other: string): Promise<void> {
  const madeAt = (index: string) => client.call(async (meili) => (await meili.getRawIndex(index)).createdAt)
  const expected = await madeAt(other)
  await client.change(
    (meili) => meili.swapIndexes([{ indexes: [one, other], rename: false }]),
    async () => (await madeAt(one)) === expected,
  )
}

export async function exists(client: MeiliClient, index: string): Promise<boolean> {
  return (await creationOf(client, index)) !== undefined
}

/** When an index was created: it keeps this time through renames and swaps, so no two generations share it. */
export async function creationOf(client: MeiliClient, index: string): Promise<string | undefined> {
  return client.call(async (meili) => {
    try {
      const { createdAt } = await meili.getRawIndex(index)
      return createdAt
    } catch (error) {
      if (meiliCode(error) === 'index_not_found') return undefined
      throw error
    }
  })
}

async function demand(client: MeiliClient, index: string): Promise<void> {
  if (!(await exists(client, index))) throw new Error(`the search index has no generation ${index}`)
}

/** Sets the settings first: setting them later would index every existing document again. */
async function create(client: MeiliClient, index: string): Promise<void> {
  await unless('index_already_exists', () => client.change((meili) => meili.createIndex(index, { primaryKey: 'key' })))
  await applySettings(client, index)
}

async function applySettings(client: MeiliClient, index: string): Promise<void> {
  await client.change((meili) => meili.index(index).updateSettings(indexSettings))
}

/** All settings are applied in one change, so those that searches depend on are enough to check. */
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
  const outdated = results.filter(({ uid }) => (ours.exec(uid)?.[1] ?? String(layout)) !== String(layout))
  for (const { uid } of outdated) await drop(client, uid)
}

/** The first version that can rename indexes. */
const minVersion = [1, 18] as const

async function assertUsable(client: MeiliClient): Promise<void> {
  const { pkgVersion } = await client.call((meili) => meili.getVersion())
  const [major = 0, minor = 0] = pkgVersion.split('.').map(Number)
  if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return
  throw new OperatorError(`Meilisearch at MEILI_URL is version ${pkgVersion}`, `Use ${minVersion.join('.')} or newer.`)
}
