import { Type, type Static } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { reasonsFor } from '#core/event-store/codec/declared-texts.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** What shoppers type (`terms`), and the words of the catalogue that they mean by it (`means`), the likeliest first. */
const Words = {
  /** A BCP 47 tag: `en`, `hi`, or `hi-Latn` for Hindi in Latin letters. */
  language: Type.String(),
  terms: Type.Array(Type.String()),
  means: Type.Array(Type.String()),
  /** Such as `synonym` or `abbreviation`. */
  kind: Type.String(),
}
const WordsSchema = Type.Object(Words)
export type Words = Static<typeof WordsSchema>

const Entry = Type.Object({ id: Type.String(), ...Words })

/** A synonym of the search, by the id under which it is edited. */
export type Synonym = Static<typeof Entry>

/** The shop took in entries that come with a release, each once: later releases do not change them. */
const SynonymsTakenIn = Type.Object({ entries: Type.Array(Entry) })

/** An admin added an entry. */
const SynonymAdded = Entry

/** An admin changed an entry. Carries all of it with its new values. */
const SynonymChanged = Entry

/** An admin removed an entry from the search. */
const SynonymRemoved = Type.Object({ id: Type.String() })

/** An admin undid the last change of an entry, or its removal. Carries the words that hold again. */
const SynonymRestored = Entry

/** A single stream: every command needs all entries, and there are few changes. */
const searchSynonyms = { name: 'searchSynonyms', id: /^$/ }

export const synonymStream = searchSynonyms.name

const reasons = {
  'Ids that a release or the shop gives.': ['id', 'entries.id'],
  'Words of the trade that shoppers search by; the page asks to name no person.': [
    'language',
    'terms',
    'means',
    'kind',
    'entries.language',
    'entries.terms',
    'entries.means',
    'entries.kind',
  ],
}

const definition = <Schema extends ReturnType<typeof Type.Object>>(schema: Schema) => ({
  version: 1,
  schema,
  notPersonal: reasonsFor(schema, reasons),
})

export const synonymEvents = inCategory(searchSynonyms, {
  SynonymsTakenIn: definition(SynonymsTakenIn),
  SynonymAdded: definition(SynonymAdded),
  SynonymChanged: definition(SynonymChanged),
  SynonymRemoved: definition(SynonymRemoved),
  SynonymRestored: definition(SynonymRestored),
}) satisfies EventDefinitions

export type SynonymEvent = EventOf<typeof synonymEvents>
