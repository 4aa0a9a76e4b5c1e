import { Meilisearch } from 'meilisearch'
import { uncompressed } from '#modules/catalogue/search/meilisearch/client.ts'
import type { TestMeili } from '#test/support/engines/meilisearch.ts'
import type { Contender } from './taken.ts'

const facets = ['category', 'brand', 'company']

/** Meilisearch with its own text analysis and rank, asked for what a page of results shows. */
export async function openBareMeilisearch({ url, key }: TestMeili): Promise<Contender> {
  const requestInit = { headers: uncompressed }
  const client = new Meilisearch({ host: url, requestInit, ...(key !== undefined && { apiKey: key }) })
  const name = `bare-${Date.now()}`
  await client.createIndex(name, { primaryKey: 'id' }).waitTask()
  const index = client.index(name)
  const searchableAttributes = [
    'title',
    'modelNumber',
    'sku',
    'brand',
    'company',
    'category',
    'featureDescription',
    'description',
  ]
  await index.updateSettings({ searchableAttributes, filterableAttributes: facets }).waitTask()
  return {
    name: 'bare Meilisearch',
    async put(documents) {
      await index.addDocuments([...documents]).waitTask({ timeout: 600_000, interval: 50 })
    },
    ask: (text) => index.search(text, { limit: 10, facets, attributesToHighlight: ['title', 'description'] }),
  }
}
