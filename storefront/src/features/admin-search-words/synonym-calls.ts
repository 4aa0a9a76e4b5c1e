import type {
  ListedSynonym,
  SearchWithoutHits,
  Synonym,
  SynonymInput,
  SynonymPreview,
} from '#modules/search-words/schema.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { pageSize, type Page } from '../../lib/api/page.ts'

export type SynonymSearch = {
  page: number
  text?: string | undefined
  language?: string | undefined
  state?: 'removed' | undefined
}

const pathOf = (id: string) => `/search/synonyms/${encodeURIComponent(id)}`

/** An entry as the admin has seen it: a command is refused if it was changed since. */
type Seen = Pick<Synonym, 'id' | 'revision'>

/** The synonyms of the search, the last changed first. */
export function fetchSynonyms(
  api: ApiClient,
  search: SynonymSearch,
  signal?: AbortSignal,
): Promise<Page<ListedSynonym>> {
  return api.query('/search/synonyms', { search: { ...search, size: pageSize }, signal, needsLogin: true })
}

/** What was searched for without a hit, the most frequent first. */
export function fetchWithoutHits(
  api: ApiClient,
  search: Pick<SynonymSearch, 'page' | 'text'>,
  signal?: AbortSignal,
): Promise<Page<SearchWithoutHits>> {
  return api.query('/search/without-hits', { search: { ...search, size: pageSize }, signal, needsLogin: true })
}

export function addSynonym(api: ApiClient, body: SynonymInput, idempotencyKey: string): Promise<Synonym> {
  return api.command({ method: 'POST', path: '/search/synonyms', body, idempotencyKey, needsLogin: true })
}

export function changeSynonym(api: ApiClient, { id, revision }: Seen, body: SynonymInput): Promise<Synonym> {
  return api.command({ method: 'PUT', path: pathOf(id), body, ifMatch: revision, needsLogin: true })
}

export function removeSynonym(api: ApiClient, { id, revision }: Seen): Promise<void> {
  return api.command({ method: 'DELETE', path: pathOf(id), ifMatch: revision, needsLogin: true })
}

/** Undoes the last change of an entry, or its removal. */
export function undoSynonym(api: ApiClient, { id, revision }: Seen): Promise<Synonym> {
  return api.command({ method: 'POST', path: `${pathOf(id)}/undo`, ifMatch: revision, needsLogin: true })
}

/** What a search would find with a new synonym, or with one changed. */
export function previewSynonym(
  api: ApiClient,
  body: SynonymInput & { id?: string; text?: string },
): Promise<SynonymPreview> {
  return api.command({ method: 'POST', path: '/search/synonyms/preview', body, needsLogin: true, keepsPages: true })
}
