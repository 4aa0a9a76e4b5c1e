import type { Folds } from '../sinks/fold-events.ts'
import type { IndexDocument } from '../../search-index/search-index.ts'
import type { ExpectedDocuments, ExpectedRow } from './expected-documents.ts'

/** The most versions held until their digests are taken, of all documents together: each may have some kilobytes. */
const most = 5_000

/** The digest of a version; `undefined` where the document is absent. */
type Digest = string | undefined

/** The versions that some documents go through while events are folded. */
export type DocumentVersions = {
  /** The same folds, which record the versions. */
  recording: (on: Folds<ExpectedRow>) => Folds<ExpectedRow>
  /** Records the versions of these documents, from the current one on, and drops what was recorded before. */
  start: (ids: readonly string[], current: ReadonlyMap<string, string>) => void
  /** By id, what was recorded since then; without documents that had too many versions. */
  digests: (expected: ExpectedDocuments) => Promise<ReadonlyMap<string, ReadonlySet<Digest>>>
}

export function createDocumentVersions(): DocumentVersions {
  let digests = new Map<string, Set<Digest>>()
  let documents: IndexDocument[] = []

  function record(id: string, version: IndexDocument | undefined): void {
    if (version === undefined) digests.get(id)?.add(undefined)
    else if (documents.length >= most) digests.delete(id)
    else if (digests.has(id)) documents.push(version)
  }

  return {
    recording: (on) =>
      Object.fromEntries(
        Object.entries(on).map(([type, fold]): [string, Folds<ExpectedRow>[string]] => [
          type,
          {
            keys: (event) => fold.keys(event),
            evolve(row, event, key) {
              const next = fold.evolve(row, event, key)
              if (next !== row) record(key, next?.document)
              return next
            },
          },
        ]),
      ),
    start(ids, current) {
      digests = new Map(ids.map((id) => [id, new Set([current.get(id)])]))
      documents = []
    },
    async digests(expected) {
      const undigested = documents
      documents = []
      for (const [id, digest] of await expected.digestsOfFound(undigested)) digests.get(id)?.add(digest)
      return digests
    },
  }
}
