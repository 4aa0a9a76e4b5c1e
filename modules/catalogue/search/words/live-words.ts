import { Compile } from 'typebox/compile'
import { deriveFromReadModel } from '#core/projections/checkpoints/derived-value.ts'
import type { Log } from '#core/telemetry/log.ts'
import { noWords, searchWordsOf, type SearchWords } from './search-words.ts'
import { SynonymKind, SynonymLanguage, type SynonymEntry } from './synonym-entry.ts'

/** A stored synonym. A newer release may have stored a language or kind that this one does not know. */
export type StoredSynonym = Omit<SynonymEntry, 'language' | 'kind'> & { language: string; kind: string }

/** Resolves to the synonyms as this process last read them; after `X-Min-Position`, with that write. */
export type LiveWords = () => Promise<SearchWords>

type Deps = {
  findSynonyms: () => Promise<readonly StoredSynonym[]>
  /** Changes whenever the synonyms may have changed; `undefined` while that is unknown. */
  stamp: () => string | undefined
  log: Log
}

/** Compiles the stored synonyms again once they have changed, with the first search after that. */
export function liveWords({ findSynonyms, stamp, log }: Deps): LiveWords {
  const words = deriveFromReadModel({
    initial: noWords,
    stamp,
    derive: async (version) => compileSynonyms(await findSynonyms(), version),
    onFailure: (error) => log.warn({ err: error }, 'the synonyms cannot be read; searches use those read before'),
  })
  return async () => {
    await words.refresh()
    return words.current()
  }
}

/** Compiles stored synonyms; see `searchWordsOf`. */
export function compileSynonyms(synonyms: readonly StoredSynonym[], version: string): SearchWords {
  return searchWordsOf(synonyms.map(knownSynonym), version)
}

const language = Compile(SynonymLanguage)
const kind = Compile(SynonymKind)

function knownSynonym(stored: StoredSynonym): SynonymEntry {
  return {
    ...stored,
    language: language.Check(stored.language) ? stored.language : 'en',
    kind: kind.Check(stored.kind) ? stored.kind : 'synonym',
  }
}
