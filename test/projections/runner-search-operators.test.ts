import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#core/telemetry/log.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { dyingDatabase } from '#test/support/postgres/dying-database.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { blankThing, things } from '#test/support/projections/things.ts'
import { whileRunning } from '#test/support/while-running.ts'

let workbench: Workbench
let searchIndex: ProductSearchIndex

beforeEach(async () => {
  workbench = await openWorkbench()
  searchIndex = openPostgresSearchIndex({ ...workbench, log: silentLog })
})
afterEach(() => workbench.dispose())

const operations = (db = workbench.db) => workbench.operations({ db, projections: [things], searchIndex })
const start = () => workbench.start({ projections: [things], searchIndex })
const untilPassed = (position: number) => workbench.untilPassed(position, things.name)

/**
 * Appends ten things with a title of this round, the last of which is removed again; resolves when they can be found.
 */
async function nameThings(round: number): Promise<void> {
  for (let id = 0; id < 10; id++) await workbench.append(`thing-${id}`, ['ThingNamed', { title: `Round ${round}` }])
  await untilPassed(await workbench.append('thing-9', ['ThingGone', {}]))
}

async function titles(): Promise<string[]> {
  const all: SearchDocument[] = []
  for await (const document of searchIndex.live().all()) all.push(storedDocument(document))
  return all.map(({ id, title }) => `${id} ${title}`).sort()
}

const titlesOf = (round: number) => Array.from({ length: 9 }, (_, id) => `${id} Round ${round}`)
const forge = (id: string) => searchIndex.live().put([{ ...blankThing, id, title: 'Forged', position: 1_000_000 }])

describe('a rollback of the search index', () => {
  test('restores the build that the last replay replaced, which then catches up; a search never finds nothing', async () => {
    await start()
    await nameThings(1)
    await operations().replay(things.name)
    await searchIndex.live().remove(['3'])
    const counts = new Set<number>()
    const reading = whileRunning(async () => counts.add(await searchIndex.live().count()))
    await operations().rollBack(things.name)
    await reading.stop()
    expect(await titles()).toEqual(titlesOf(1))
    expect([...counts].every((count) => count === 8 || count === 9)).toBe(true)
    await nameThings(2)
    expect(await titles()).toEqual(titlesOf(2))
    expect(await operations().verify(things.name)).toMatchObject({ ok: true })
  })

  test('is undone by another rollback, and what was appended in between is found in both', async () => {
    await start()
    await nameThings(1)
    await operations().replay(things.name)
    await nameThings(2)
    await operations().rollBack(things.name)
    await untilPassed(await workbench.append('other-1', ['Unrelated', {}]))
    expect(await titles()).toEqual(titlesOf(2))
    await nameThings(3)
    await operations().rollBack(things.name)
    await untilPassed(await workbench.append('other-1', ['Unrelated', {}]))
    expect(await titles()).toEqual(titlesOf(3))
  })

  test('that dies between any two statements leaves an index that the next start completes', async () => {
    const runner = await start()
    await nameThings(1)
    await runner.stop()
    await operations().replay(things.name)
    for (let statements = 0, isOver = false; !isOver; statements++) {
      const dying = dyingDatabase(workbench.url, statements)
      await operations(dying.db)
        .rollBack(things.name)
        .catch(() => undefined)
      await dying.close()
      isOver = !dying.isDead()
      expect(await titles(), `after ${statements} statements`).toEqual(titlesOf(1))
      await operations().prepare()
    }
    await start()
    await nameThings(2)
    expect(await titles()).toEqual(titlesOf(2))
  })
})

describe('the document of one stream', () => {
  test('is rewritten in the live index, and no other', async () => {
    await start()
    await nameThings(1)
    await forge('3')
    await forge('4')
    expect(await operations().repairStream(things.name, 'thing-3')).toMatchObject({ rows: 1 })
    expect(await operations().verify(things.name)).toMatchObject({ missing: [], extra: [], different: ['4'] })
  })

  test('is removed if its stream has ended', async () => {
    await start()
    await nameThings(1)
    await forge('9')
    await operations().repairStream(things.name, 'thing-9')
    expect(await titles()).toEqual(titlesOf(1))
  })
})

describe('a verification of the search index', () => {
  test('ends with the reason if the live build is past the end of the log', async () => {
    const runner = await start()
    await nameThings(1)
    // It would write its own position again.
    await runner.stop()
    await workbench.pool.query('update projection_checkpoints set position = 1000')
    const broken = { message: expect.stringContaining('ends before position 1000'), remedy: expect.any(String) }
    await expect(operations().verify(things.name)).rejects.toMatchObject(broken)
    await expect(operations().dryRun(things.name)).rejects.toMatchObject(broken)
  })

  test('reports how far it compared and which events it has not seen, if the read model lags', async () => {
    const runner = await start()
    await nameThings(1)
    await runner.stop()
    const behind = await workbench.append('thing-1', ['ThingNamed', { title: 'Unseen' }])
    expect(await operations().verify(things.name)).toMatchObject({
      ok: true,
      position: behind - 1,
      head: behind,
      notCompared: { from: behind, to: behind, events: 1 },
    })
  })
})
