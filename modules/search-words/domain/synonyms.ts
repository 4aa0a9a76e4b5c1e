import { Rejection } from '#core/domain/errors.ts'
import type { Decider } from '#core/domain/decider.ts'
import type { Synonym, SynonymEvent, Words } from './events.ts'

/**
 * An entry that ever existed; a removed one is kept, so that it is not taken in again and can be restored. `revision`
 * counts its changes. `before`: the words that an undo restores.
 */
export type KnownSynonym = { words: Words; isRemoved: boolean; revision: number; before?: Words }

/** Every entry that ever existed, by its id. */
export type Synonyms = ReadonlyMap<string, KnownSynonym>

/** `revision`: that of the entry, if the admin requires it. */
export type SynonymCommand =
  | { type: 'take-in'; entries: readonly Synonym[] }
  | { type: 'add'; entry: Synonym }
  | { type: 'change'; entry: Synonym; revision?: number | undefined }
  | { type: 'remove'; id: string; revision?: number | undefined }
  | { type: 'undo'; id: string; revision?: number | undefined }

/** The state is read with every command and held by every process that searches. */
const mostSynonyms = 10_000

/** Keeps each event far below the sizes that event stores take. */
const entriesPerEvent = 200

export const synonymsDecider: Decider<Synonyms, SynonymCommand, SynonymEvent> = {
  initial: new Map(),
  evolve,
  decide,
}

function evolve(synonyms: Synonyms, event: SynonymEvent): Synonyms {
  switch (event.type) {
    case 'SynonymsTakenIn':
      return new Map([...synonyms, ...event.data.entries.map((entry) => [entry.id, newlyKnown(entry)] as const)])
    case 'SynonymAdded':
      return new Map(synonyms).set(event.data.id, newlyKnown(event.data))
    case 'SynonymChanged':
    case 'SynonymRemoved':
    case 'SynonymRestored':
      return evolveKnown(synonyms, event)
  }
}

function newlyKnown({ id: _id, ...words }: Synonym): KnownSynonym {
  return { words, isRemoved: false, revision: 0 }
}

type Change = Exclude<SynonymEvent, { type: 'SynonymsTakenIn' | 'SynonymAdded' }>

function evolveKnown(synonyms: Synonyms, event: Change): Synonyms {
  const known = synonyms.get(event.data.id)
  return known === undefined ? synonyms : new Map(synonyms).set(event.data.id, changed(known, event))
}

/** The entry after the event. */
function changed({ words, revision }: KnownSynonym, event: Change): KnownSynonym {
  switch (event.type) {
    case 'SynonymChanged':
      return { words: wordsOf(event.data), isRemoved: false, revision: revision + 1, before: words }
    case 'SynonymRemoved':
      return { words, isRemoved: true, revision: revision + 1, before: words }
    case 'SynonymRestored':
      return { words: wordsOf(event.data), isRemoved: false, revision: revision + 1 }
  }
}

function wordsOf({ id: _id, ...words }: Synonym): Words {
  return words
}

function decide(command: SynonymCommand, synonyms: Synonyms): readonly SynonymEvent[] {
  switch (command.type) {
    case 'take-in':
      return takeIn(command.entries.filter(({ id }) => !synonyms.has(id)))
    case 'add':
      return [add(command.entry, synonyms)]
    case 'change':
      return change(command.entry, unchangedSince(command.revision, required(synonyms, command.entry.id)))
    case 'remove':
      return remove(command, required(synonyms, command.id))
    case 'undo':
      return [undo(command.id, unchangedSince(command.revision, required(synonyms, command.id)))]
  }
}

function takeIn(entries: readonly Synonym[]): readonly SynonymEvent[] {
  const count = Math.ceil(entries.length / entriesPerEvent)
  return Array.from({ length: count }, (_, index) => ({
    type: 'SynonymsTakenIn',
    data: { entries: entries.slice(index * entriesPerEvent, (index + 1) * entriesPerEvent) },
  }))
}

function add(entry: Synonym, synonyms: Synonyms): SynonymEvent {
  if (synonyms.has(entry.id)) throw new Rejection('conflict', 'There is a synonym with this id already')
  if (synonyms.size >= mostSynonyms)
    throw new Rejection('conflict', `There can be at most ${mostSynonyms} synonyms, removed ones included`)
  return { type: 'SynonymAdded', data: entry }
}

function required(synonyms: Synonyms, id: string): KnownSynonym {
  const known = synonyms.get(id)
  if (known === undefined) throw new Rejection('not-found', 'There is no such synonym')
  return known
}

function unchangedSince(revision: number | undefined, known: KnownSynonym): KnownSynonym {
  if (revision === undefined || revision === known.revision) return known
  throw new Rejection('precondition-failed', 'This was changed since you loaded it. Please load it again.')
}

function change(entry: Synonym, { words, isRemoved }: KnownSynonym): readonly SynonymEvent[] {
  if (isRemoved) throw new Rejection('not-found', 'This synonym was removed. Undo that first.')
  return sameWords(words, wordsOf(entry)) ? [] : [{ type: 'SynonymChanged', data: entry }]
}

type Remove = Extract<SynonymCommand, { type: 'remove' }>

/** A retried removal fails no check of the revision, which the first one changed. */
function remove({ id, revision }: Remove, known: KnownSynonym): readonly SynonymEvent[] {
  if (known.isRemoved) return []
  unchangedSince(revision, known)
  return [{ type: 'SynonymRemoved', data: { id } }]
}

function undo(id: string, { before }: KnownSynonym): SynonymEvent {
  if (before === undefined) throw new Rejection('conflict', 'There is nothing to undo')
  return { type: 'SynonymRestored', data: { id, ...before } }
}

function sameWords(a: Words, b: Words): boolean {
  return a.language === b.language && a.kind === b.kind && sameTexts(a.terms, b.terms) && sameTexts(a.means, b.means)
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index])
}
