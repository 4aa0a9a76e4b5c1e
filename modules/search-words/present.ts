import { oneLine } from '#core/text/one-line.ts'
import type { Words } from './domain/events.ts'
import type { KnownSynonym } from './domain/synonyms.ts'
import type { ListedSynonym, Synonym, SynonymInput } from './schema.ts'
import type { SynonymRow } from './read-model.ts'

/** An admin's input as it is stored: each text on one line, and once. */
export function wordsOf({ terms, means, language = 'en', kind = 'synonym' }: SynonymInput): Words {
  return { language, terms: textsOf(terms), means: textsOf(means), kind }
}

function textsOf(texts: string | readonly string[]): string[] {
  return [...new Set([texts].flat().map(oneLine))]
}

/** A synonym, folded from the stream, as the API returns it. */
export function presentSynonym(id: string, { words, isRemoved, revision, before }: KnownSynonym): Synonym {
  return { id, ...words, revision, removed: isRemoved, undoable: before !== undefined }
}

export type FoundSynonym = Words & { id: string }

/** What the search needs of a synonym. */
export function presentFound({ entry_id: id, language, terms, means, kind }: SynonymRow): FoundSynonym {
  return { id, language, terms, means, kind }
}

/** The same representation, built from a row of the list. */
export function presentRow(row: SynonymRow): ListedSynonym {
  const { entry_id: id, language, terms, means, kind, revision } = row
  return {
    id,
    language,
    terms,
    means,
    kind,
    revision,
    removed: row.is_removed,
    undoable: row.before !== null,
    supplied: row.is_supplied,
    changedAt: row.changed_at,
  }
}
