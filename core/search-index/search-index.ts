/** The fields that every document of an index has. */
export type IndexDocument = {
  id: string
  /** The position of the event that last changed it: folding an earlier event again changes nothing. */
  position: number
}

/** One generation of the index: the live one, or one that is being built alongside it. */
export interface SearchGeneration<Document extends IndexDocument = IndexDocument> {
  /**
   * The number of documents that may be in flight at a time, so that the engine never waits for further ones; it
   * applies the writes of one caller in the order of the calls. 0 if each write must end before the next begins.
   */
  readonly mostInFlight: number
  /** Resolves only when the documents can be found. */
  put(documents: readonly Document[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  get(ids: readonly string[]): Promise<Document[]>
  /** Returns those of the ids that have a document: one cheap call for many ids, most of which may be new. */
  existing(ids: readonly string[]): Promise<string[]>
  count(): Promise<number>
  /** Called when all documents are in, before it becomes live: prepares it so that even the first searches are fast. */
  prepare(): Promise<void>
  /** Every document, ordered by id, for `verify`; of an unreadable one only the id. */
  all(): AsyncIterable<IndexDocument>
  /** The ids whose stored form differs from what `put` writes, because it was changed from outside. For `verify`. */
  inconsistent(ids: readonly string[]): Promise<string[]>
}

/** The port of a search index for projections, which write it. Queries are defined by the module that searches. */
export interface SearchIndex<Document extends IndexDocument = IndexDocument> {
  /** Creates an empty live generation if there is none that this version of the shop can read; resolves to which. */
  prepare(): Promise<'kept' | 'made'>
  live(): SearchGeneration<Document>
  /** An empty generation alongside the live one; an unfinished older one is dropped. */
  beginBuild(): Promise<SearchGeneration<Document>>
  /** The generation that `beginBuild` created, in any process, and that is not live yet, with its documents. */
  unfinishedBuild(): Promise<SearchGeneration<Document> | undefined>
  /** Atomically makes the generation built alongside live; the old one is kept until the next `beginBuild`. */
  swap(): Promise<void>
  /** Restores the generation that `swap` replaced, and keeps the current one: a second call undoes the first. */
  swapBack(): Promise<void>
  /** @throws EngineUnavailable */
  ping(): Promise<void>
  close(): Promise<void>
}
