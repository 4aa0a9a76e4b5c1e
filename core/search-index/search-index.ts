/** What every document of an index has. */
export type IndexDocument = {
  id: string
  /** The position of the event that last changed it: folding an older event again changes nothing. */
  position: number
}

/** One generation of the index: the live one, or one that is being built alongside it. */
export interface SearchGeneration<Document extends IndexDocument = IndexDocument> {
  /** Confirms only when the documents can be found. */
  put(documents: readonly Document[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  get(ids: readonly string[]): Promise<Document[]>
  count(): Promise<number>
  /** To be called when all is in, before it becomes live: what its searches need to be quick from the first one on. */
  settle(): Promise<void>
  /** Every document in order of id, for `verify`. */
  all(): AsyncIterable<Document>
  /** Which of these are kept otherwise than `put` keeps them: somebody has changed what searches go by. For `verify`. */
  inconsistent(ids: readonly string[]): Promise<string[]>
}

/** The port of a search index, as a projection writes it. What it is asked is the matter of the module that searches. */
export interface SearchIndex<Document extends IndexDocument = IndexDocument> {
  /** Makes an empty live generation if there is none that this version of the shop can read; says whether it did. */
  prepare(): Promise<'kept' | 'made'>
  live(): SearchGeneration<Document>
  /** An empty generation alongside the live one; an unfinished older one is dropped. */
  buildBeside(): Promise<SearchGeneration<Document>>
  /** What `buildBeside` made and `swap` has not taken yet, with all that was put into it; by whichever process. */
  unfinishedBeside(): Promise<SearchGeneration<Document> | undefined>
  /** Makes the one built alongside live, in one step; the old one stays until the next `buildBeside`. */
  swap(): Promise<void>
  /** Brings back what `swap` replaced, and keeps what it replaces itself: done twice, nothing has changed. */
  swapBack(): Promise<void>
  /** Throws EngineUnavailable when it does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
