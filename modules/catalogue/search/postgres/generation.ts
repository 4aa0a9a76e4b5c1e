import { sql } from 'kysely'
import { byteBudget, fetchedUnweighed, inParts, partsOf, weigh } from '#core/async/byte-budget.ts'
import { inOrder } from '#core/async/in-order.ts'
import { inSlices } from '#core/async/in-slices.ts'
import type { Db } from '#core/database/database.ts'
import { applyChanges, type Changes } from './apply-changes.ts'
import { documentReader, storable } from './document.ts'
import { documentsBy, existingAmong } from './documents.ts'
import type { Query, Reading } from './query.ts'
import { inconsistentIn } from './inconsistent.ts'
import { liveNumber, writing } from './slots.ts'
import { analyzeGeneration, schemaOf } from './tables.ts'
import type { ProductSearchGeneration } from '../product-search-index.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { storedDocument } from '../stored-document.ts'

/** The limits of one write statement. Lists of ids and reads stay far below them. */
const batch = { most: 500, bytes: byteBudget.statement }
/** Each takes up to half a millisecond to read. */
const slice = 20
/** While Postgres writes some documents, the next ones are read. */
const mostInFlight = 1_000

/** One generation of the index: a numbered one, or whichever is live at the time of each call. */
export function postgresGeneration(db: Db, read: Reading, number: number | 'live'): ProductSearchGeneration {
  const enqueue = inOrder()
  const reader = documentReader()
  const write = writerOf(db, number)

  return {
    mostInFlight,
    async put(incoming) {
      const latest = [...new Map(incoming.map((document) => [document.id, document])).values()]
      const reading = inSlices(latest, { size: slice, map: reader })
      // A failure is reported once it is this call's turn.
      reading.catch(() => undefined)
      await enqueue(async () => {
        for (const put of partsOf(await reading, { ...batch, weight: ({ document }) => weigh(document) })) {
          const written = await write({ put, remove: [] })
          await clearPendingList(db, schemaOf(written))
        }
      })
    },
    async remove(ids) {
      await enqueue(async () => {
        for (const some of partsOf(new Set(ids), batch)) await write({ put: [], remove: some })
      })
    },
    existing: (ids) => read((query) => existingAmong(query, ids)),
    get: (ids) => inParts(ids, (some) => read((query) => documentsBy(query, some))),
    count: () => read(countDocuments),
    prepare: async () => analyzeGeneration(db, number === 'live' ? await liveNumber(db) : number),
    async *all() {
      for (let last: string | undefined; ;) {
        const documents = await read((query) => documentsAfter(query, last))
        yield* documents
        last = documents.at(-1)?.id
        if (last === undefined) return
      }
    },
    inconsistent: (ids) => inParts(ids, (some) => read((query) => inconsistentIn(query, some))),
  }
}

/** Applies changes in a transaction of their own; resolves to the number of the generation that was written. */
function writerOf(db: Db, number: number | 'live'): (changes: Changes) => Promise<number> {
  return (changes) =>
    writing(db, number, async (trx, written) => {
      await applyChanges(trx, schemaOf(written), changes)
      return written
    })
}

type Stored = { source: unknown }

async function documentsAfter(query: Query, id: string | undefined): Promise<SearchDocument[]> {
  const rows = await query<Stored>(
    `select source from live.document where $1::text is null or id > $1 order by id limit ${fetchedUnweighed}`,
    [id === undefined ? null : storable(id)],
  )
  return rows.map(({ source }) => storedDocument(source))
}

async function countDocuments(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(`select count(*) as count from live.document`, [])
  return row?.count ?? 0
}

/** Flushes the GIN pending lists: every search would otherwise scan them sequentially. */
async function clearPendingList(db: Db, schema: string): Promise<void> {
  await sql`
    select gin_clean_pending_list(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = to_regnamespace(${schema}) and relam = (select oid from pg_am where amname = 'gin')
  `.execute(db)
}
