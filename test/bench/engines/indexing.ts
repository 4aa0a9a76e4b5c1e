import { Meilisearch } from 'meilisearch'
import { meiliDocumentReader, type MeiliDocument } from '#modules/catalogue/search/meilisearch/document.ts'
import { openMeiliIndexes, type TestMeili } from '../../support/engines/meilisearch.ts'
import { searchDocument } from '../../support/projections/search-documents.ts'
import { costOf, percentiles } from '../support/percentiles.ts'

const changes = Number(process.env['BENCH_CHANGES'] ?? 200)

/** The time until documents can be found: one at a time, then 500 at once. */
export async function compareIndexing(meili: TestMeili): Promise<string[]> {
  return [await compare(meili, 1, changes), await compare(meili, 500, 5)]
}

async function compare(meili: TestMeili, size: number, rounds: number): Promise<string> {
  const { index, name, dispose } = await openMeiliIndexes(meili)
  const bare = bareIndex(meili, `${name}-bare`)
  await bare.prepare(`${name}-1`)
  const [mine, bares]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const documents = Array.from({ length: size }, (_, i) =>
      searchDocument(`p${i}`, { title: `Patient Monitor ${round}` }),
    )
    mine.push(await timed(() => index.live().put(documents)))
    bares.push(await timed(() => bare.put(documents.map(meiliDocumentReader()))))
  }
  await dispose()
  const what = size === 1 ? 'one document' : `${size} documents`
  return `${what} into Meilisearch: ${percentiles(mine)}; bare client ${percentiles(bares)}: ${costOf(mine, bares)}`
}

/** The same calls with the client alone, into an index with the same settings. */
function bareIndex({ url, key }: TestMeili, name: string) {
  const client = new Meilisearch({ host: url, ...(key !== undefined && { apiKey: key }) })
  const index = client.index(name)
  return {
    async prepare(model: string) {
      await client.createIndex(name, { primaryKey: 'key' }).waitTask()
      await index.updateSettings(await client.index(model).getSettings()).waitTask()
    },
    async put(documents: MeiliDocument[]) {
      await index.addDocuments(documents, { primaryKey: 'key' }).waitTask({ timeout: 60_000, interval: 15 })
    },
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
