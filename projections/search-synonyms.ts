import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { synonymEvents, type Synonym, type Words } from '#modules/search-words/domain/events.ts'
import type { SynonymRow } from '#modules/search-words/read-model.ts'

type Events = typeof synonymEvents
type Change = TypedEvent<Events, 'SynonymChanged' | 'SynonymRemoved' | 'SynonymRestored'>

const keys = ({ data }: { data: { id: string } }) => [data.id]

/** The synonyms of the search. A removed one keeps its row, so that the removal can be undone. */
export const searchSynonymsProjection = defineProjection<SynonymRow, Events>(synonymEvents, {
  name: 'search-synonyms',
  version: 1,
  rowsOf: 'one-stream',
  sink: {
    kind: 'table',
    table: {
      name: 'synonyms',
      key: 'entry_id',
      columns: {
        entry_id: 'text',
        language: 'text not null',
        terms: 'text[] not null',
        means: 'text[] not null',
        kind: 'text not null',
        is_supplied: 'boolean not null',
        is_removed: 'boolean not null',
        before: 'jsonb',
        revision: 'integer not null',
        changed_at: 'timestamptz not null',
        changed_position: 'bigint not null',
      },
      indexes: ['(changed_position desc, entry_id)'],
    },
  },
  on: {
    SynonymsTakenIn: {
      keys: ({ data }) => data.entries.map(({ id }) => id),
      evolve(row, event, key) {
        const entry = event.data.entries.find(({ id }) => id === key)
        return entry === undefined ? row : added(entry, event, true)
      },
    },
    SynonymAdded: { keys, evolve: (_row, event) => added(event.data, event, false) },
    SynonymChanged: {
      keys,
      evolve: (row, event) =>
        row && { ...row, ...wordsIn(event.data), before: beforeOf(row), ...changedBy(row, event) },
    },
    SynonymRemoved: {
      keys,
      evolve: (row, event) => row && { ...row, is_removed: true, before: beforeOf(row), ...changedBy(row, event) },
    },
    SynonymRestored: {
      keys,
      evolve: (row, event) =>
        row && { ...row, ...wordsIn(event.data), is_removed: false, before: null, ...changedBy(row, event) },
    },
  },
})

function added(
  entry: Synonym,
  { at, position }: TypedEvent<Events, 'SynonymsTakenIn' | 'SynonymAdded'>,
  isSupplied: boolean,
): SynonymRow {
  return {
    entry_id: entry.id,
    ...wordsIn(entry),
    is_supplied: isSupplied,
    is_removed: false,
    before: null,
    revision: 0,
    changed_at: at,
    changed_position: position,
  }
}

function wordsIn({ language, terms, means, kind }: Synonym): Words {
  return { language, terms, means, kind }
}

function beforeOf({ language, terms, means, kind }: SynonymRow): Words {
  return { language, terms, means, kind }
}

function changedBy({ revision }: SynonymRow, { at, position }: Change) {
  return { revision: revision + 1, changed_at: at, changed_position: position }
}
