import type { Settings } from 'meilisearch'

/** Part of every index name, because this version of the shop cannot use an index of another layout. */
export const layout = 9

/**
 * Meilisearch filters, counts and sorts, and knows the words of the documents; texts are never given to it to search
 * for. It tolerates typos where it looks a word up: one from 4 letters on, two from 8 on, never in numbers.
 */
export const indexSettings: Settings = {
  searchableAttributes: ['id'],
  displayedAttributes: [
    'key',
    'id',
    'source',
    'profile',
    'createdAt',
    'generation',
    'words',
    'heads',
    'pricePaise',
    'categoryName',
    'brandName',
    'companyName',
    'collections',
  ],
  filterableAttributes: [
    'key',
    'words',
    'heads',
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
  rankingRules: ['sort'],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnNumbers: true,
  },
  pagination: { maxTotalHits: 1_000_000 },
  faceting: { maxValuesPerFacet: 10_000, sortFacetValuesBy: { '*': 'alpha' } },
}
