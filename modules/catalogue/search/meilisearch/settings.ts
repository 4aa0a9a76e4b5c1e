import type { Settings } from 'meilisearch'

/** Part of every index name, because this version of the shop cannot use an index of another layout. */
export const layout = 1

export const headAttributes = ['title', 'names', 'category']

/**
 * Typos are tolerated as everywhere in the shop (one from 4 letters on, two from 8 on), never in numbers. A requested
 * sort order takes precedence over relevance; equally ranked documents come newest first.
 */
export const indexSettings: Settings = {
  searchableAttributes: [...headAttributes, 'text', 'tails'],
  displayedAttributes: ['key', 'id', 'source', ...headAttributes, 'text'],
  filterableAttributes: [
    'key',
    'categoryKey',
    'brandKey',
    'companyKey',
    'collections',
    'pricePaise',
    'categoryName',
    'brandName',
    'companyName',
  ],
  sortableAttributes: ['createdAt', 'pricePaise', 'id'],
  rankingRules: ['sort', 'words', 'typo', 'attribute', 'proximity', 'exactness', 'createdAt:desc', 'id:asc'],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnNumbers: true,
    disableOnAttributes: ['tails'],
  },
  pagination: { maxTotalHits: 1_000_000 },
  faceting: { maxValuesPerFacet: 10_000, sortFacetValuesBy: { '*': 'alpha' } },
}
