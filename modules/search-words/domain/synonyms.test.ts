import { describe, expect, it } from 'vitest'
import { fold } from '#core/domain/decider.ts'
import { specificationOf } from '#test/support/given.ts'
import { synonymEvents, type Synonym, type SynonymEvent } from './events.ts'
import { synonymsDecider } from './synonyms.ts'

const given = specificationOf(synonymsDecider, synonymEvents)

const usg: Synonym = { id: 'usg', language: 'en', terms: ['usg'], means: ['ultrasound machine'], kind: 'abbreviation' }
const tankhi: Synonym = { id: 'tankhi', language: 'hi-Latn', terms: ['tankhi'], means: ['cylinder'], kind: 'lay' }
const usgToo: Synonym = { ...usg, terms: ['usg', 'sonography'] }

const takenIn: SynonymEvent = { type: 'SynonymsTakenIn', data: { entries: [usg] } }
const added: SynonymEvent = { type: 'SynonymAdded', data: tankhi }
const changed: SynonymEvent = { type: 'SynonymChanged', data: usgToo }
const removed: SynonymEvent = { type: 'SynonymRemoved', data: { id: 'usg' } }
const restored: SynonymEvent = { type: 'SynonymRestored', data: usg }

describe('importing the entries of a release', () => {
  const takeIn = { type: 'take-in', entries: [usg, tankhi] } as const

  it('imports each entry once, whatever has happened to it since', () => {
    given()
      .when(takeIn)
      .thenEvents({ type: 'SynonymsTakenIn', data: { entries: [usg, tankhi] } })
    given(takenIn, changed)
      .when(takeIn)
      .thenEvents({ type: 'SynonymsTakenIn', data: { entries: [tankhi] } })
    given(takenIn, removed, added).when(takeIn).thenNothing()
    given(takenIn, added)
      .when({ ...takeIn, entries: [usgToo] })
      .thenNothing()
  })

  it('puts no more than 200 into one event', () => {
    const entries = Array.from({ length: 450 }, (_, index) => ({ ...usg, id: `usg-${index}` }))
    const events = synonymsDecider.decide({ type: 'take-in', entries }, new Map())
    expect(events.map(({ data }) => ('entries' in data ? data.entries.length : 0))).toEqual([200, 200, 50])
    expect(fold(synonymsDecider, events).size).toBe(450)
  })
})

describe('adding', () => {
  it('adds an entry', () => given(takenIn).when({ type: 'add', entry: tankhi }).thenEvents(added))

  it('refuses an id that is taken', () =>
    given(added)
      .when({ type: 'add', entry: tankhi })
      .thenRefused('conflict', /id already/))

  it('refuses more entries than a search can hold', () => {
    const entries = Array.from({ length: 10_000 }, (_, index) => ({ ...usg, id: `usg-${index}` }))
    const all: SynonymEvent = { type: 'SynonymsTakenIn', data: { entries } }
    given(all)
      .when({ type: 'add', entry: tankhi })
      .thenRefused('conflict', /at most 10000/)
  })
})

describe('changing', () => {
  it('changes an entry', () => given(takenIn).when({ type: 'change', entry: usgToo }).thenEvents(changed))

  it('yields nothing if nothing differs', () => given(takenIn).when({ type: 'change', entry: usg }).thenNothing())

  it('refuses an unknown entry, a removed one and one changed in the meantime', () => {
    given(takenIn)
      .when({ type: 'change', entry: tankhi })
      .thenRefused('not-found', /no such/)
    given(takenIn, removed)
      .when({ type: 'change', entry: usgToo })
      .thenRefused('not-found', /removed/)
    given(takenIn, changed)
      .when({ type: 'change', entry: usg, revision: 0 })
      .thenRefused('precondition-failed', /changed since/)
    given(takenIn, changed)
      .when({ type: 'change', entry: usg, revision: 1 })
      .thenEvents({ type: 'SynonymChanged', data: usg })
  })
})

describe('removing', () => {
  it('removes an entry, once', () => {
    given(takenIn).when({ type: 'remove', id: 'usg' }).thenEvents(removed)
    given(takenIn, removed).when({ type: 'remove', id: 'usg' }).thenNothing()
    given(takenIn, removed).when({ type: 'remove', id: 'usg', revision: 0 }).thenNothing()
  })

  it('refuses an unknown entry and one changed in the meantime', () => {
    given(takenIn)
      .when({ type: 'remove', id: 'tankhi' })
      .thenRefused('not-found', /no such/)
    given(takenIn)
      .when({ type: 'remove', id: 'usg', revision: 4 })
      .thenRefused('precondition-failed', /changed since/)
  })
})

describe('an undo', () => {
  it('restores the words before the last change, or before the removal', () => {
    given(takenIn, changed).when({ type: 'undo', id: 'usg' }).thenEvents(restored)
    given(takenIn, removed).when({ type: 'undo', id: 'usg' }).thenEvents(restored)
    given(takenIn, changed, removed)
      .when({ type: 'undo', id: 'usg' })
      .thenEvents({ type: 'SynonymRestored', data: usgToo })
  })

  it('is refused if nothing was changed, and a second time', () => {
    given(takenIn)
      .when({ type: 'undo', id: 'usg' })
      .thenRefused('conflict', /nothing to undo/)
    given(takenIn, changed, restored)
      .when({ type: 'undo', id: 'usg' })
      .thenRefused('conflict', /nothing to undo/)
    given(takenIn)
      .when({ type: 'undo', id: 'tankhi' })
      .thenRefused('not-found', /no such/)
  })
})
