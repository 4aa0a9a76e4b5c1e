import { EngineUnavailable, remedyOf } from '#core/errors.ts'
import type { Infrastructure } from '#core/infrastructure.ts'

/** Whether an engine answers, and how quickly. */
export type EngineHealth = { name: string; ok: boolean; ms: number; error?: string }

type Asked = Pick<Infrastructure, 'disk' | 'database' | 'store' | 'searchIndex' | 'jobs'>

/** Asks every engine that the shop needs. */
export function askEngines({ disk, database, store, searchIndex, jobs }: Asked): Promise<EngineHealth[]> {
  return Promise.all([
    health('database', () => database.ping()),
    health('event store', async () => {
      disk?.assertRoom()
      await store.head()
    }),
    health('search index', () => searchIndex.ping()),
    health('jobs', () => jobs.ping()),
  ])
}

async function health(name: string, ask: () => Promise<unknown>): Promise<EngineHealth> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    await ask()
    return { name, ok: true, ms: ms() }
  } catch (error) {
    return { name, ok: false, ms: ms(), error: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const known = remedyOf(error)
  if (known !== undefined) return `${known.message}. ${known.remedy}`
  return error instanceof EngineUnavailable ? error.message : 'it does not answer'
}
