import { EngineUnavailable, OperatorError } from '#core/domain/errors.ts'
import { meiliCode } from './client.ts'

/** Meilisearch refuses the shop's own queries for these reasons only if the index is not as the shop has made it. */
const damageCodes: ReadonlySet<string> = new Set([
  'index_not_found',
  'invalid_search_filter',
  'invalid_search_facets',
  'invalid_search_sort',
  'invalid_facet_search_facet_name',
  'facet_search_disabled',
  'invalid_document_filter',
])

/** A damaged or missing index as an unavailable engine with its remedy; every other error unchanged. */
export function damageIn(error: unknown, index: string): unknown {
  return damageCodes.has(meiliCode(error) ?? '') ? damaged(index, error) : error
}

/** The index has lost documents, settings or itself: searches cannot be answered until it is filled again. */
export function damaged(index: string, cause: unknown): EngineUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const remedy =
    'The process with the read models repairs a missing index or missing settings within seconds; if this message stays, run: npm run ops -- replay product-search'
  return new EngineUnavailable('search index', {
    cause: new OperatorError(
      `the search index ${index} in Meilisearch is damaged: ${withoutFullStop(reason)}`,
      remedy,
      {
        cause,
      },
    ),
  })
}

function withoutFullStop(text: string): string {
  return text.trim().replace(/\.$/, '')
}
