import type { Settings } from 'meilisearch'

/** Part of every index's name: an index of another layout is of no use to this version of the shop. */
export const layout = 1

export const headAttributes = ['title', 'names', 'category']

/**
 * Mistakes are forgiven as everywhere in the shop (one from 4 letters on, two from 8 on), never in numbers.
 * What is asked to be sorted is sorted before all else; what ranks alike comes newest first.
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
