/** The folders of the tests that open no page, so that they need neither a browser nor the built storefront. */
export const foldersWithoutPages = [
  'core',
  'modules',
  'projections',
  'workers',
  'storefront',
  'test/architecture',
  'test/event-store',
  'test/http',
  'test/http-kit',
  'test/golden/events.test.ts',
  'test/golden/read-models.test.ts',
]

/** Whether the tests that a filter of vitest selects may open a page: true unless it is a path to such a folder or file. */
export function mayOpenPages(filter: string): boolean {
  const path = filter.replace(/^\.\//, '').replace(/\/$/, '')
  return !foldersWithoutPages.some((folder) => path === folder || path.startsWith(`${folder}/`))
}
