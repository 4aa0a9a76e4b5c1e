import type { KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Actor } from '../../domain/actor.ts'
import { openWith, UnreadablePersonalData } from '../../personal-data/personal-data.ts'
import type { PersonKey } from '../../personal-data/key-lookup.ts'
import { sealText, subjectOf } from '../../personal-data/sealed-text.ts'
import { erasedText } from '../../personal-data/erased-text.ts'
import type { EventDefinition } from '../event-definition.ts'
import type { NewEvent, RecordedEvent } from '../event-store.ts'
import { putBack, extractTexts } from './personal-fields.ts'

/**
 * The field in which a stored event keeps its personal texts: their paths, and the texts sealed together. No text
 * counts as sealed because of how it looks, so a person may enter text that looks sealed.
 */
export const sealedField = '$sealed'
const Envelope = Compile(Type.Object({ paths: Type.Array(Type.Array(Type.String())), text: Type.String() }))
const Texts = Compile(Type.Array(Type.String()))

/** Replaces the actor's name where that is the last text in the envelope: actor and subject are the same person. */
const nameInEnvelope = 'enc:data'

type Keys = ReadonlyMap<string, KeyObject>

/** The subjects whose keys `seal` needs for this event. */
export function subjectsToSeal({ data, metadata }: NewEvent, { personal }: EventDefinition): string[] {
  const subject = personal?.subject(data)
  const actor = isPerson(metadata.by) ? [metadata.by.id] : []
  return subject === undefined ? actor : [subject, ...actor]
}

/** Replaces the personal texts of an event, and the name of the person who caused it, with their sealed form. */
export function seal(event: NewEvent, definition: EventDefinition, keys: Keys): NewEvent {
  const taken = extractTexts(event.data, definition.personal?.fields ?? [])
  if (taken.paths.length === 0) return withSealedName(event, keys)
  const { by } = event.metadata
  const subject = personalSubjectOf(event, definition)
  const isOwn = isPerson(by) && by.id === subject
  const text = JSON.stringify(isOwn ? [...taken.texts, by.name] : taken.texts)
  const envelope = { paths: taken.paths, text: sealWith(keys, subject, text) }
  const enveloped = { ...event, data: { ...taken.data, [sealedField]: envelope } }
  return isOwn ? withName(enveloped, nameInEnvelope) : withSealedName(enveloped, keys)
}

function withSealedName(event: NewEvent, keys: Keys): NewEvent {
  const { by } = event.metadata
  return isPerson(by) ? withName(event, sealWith(keys, by.id, by.name)) : event
}

function personalSubjectOf({ type, data }: NewEvent, { personal }: EventDefinition): string {
  const subject = personal?.subject(data)
  if (subject === undefined) throw new TypeError(`${type} has personal data, but no subject`)
  return subject
}

/** The subjects whose keys `unsealer` needs for this event. */
export function subjectsToUnseal(event: RecordedEvent): string[] {
  return sealedTextsOf(event)
    .map(subjectOf)
    .filter((subject) => subject !== undefined)
}

/** The sealed texts of a stored event. */
export function sealedTextsOf({ data, metadata: { by } }: RecordedEvent): string[] {
  const envelope = data[sealedField]
  return [isPerson(by) ? by.name : '', Envelope.Check(envelope) ? envelope.text : ''].filter(
    (text) => subjectOf(text) !== undefined,
  )
}

/**
 * Restores the texts; those of an erased person read as `[erased]`. Create one per page: it decrypts repeated names,
 * such as an admin's, only once.
 * @throws UnreadablePersonalData from the returned function
 */
export function unsealer(keys: ReadonlyMap<string, PersonKey>): (event: RecordedEvent) => RecordedEvent {
  const names = new Map<string, string>()
  const open = (sealed: string) => openWith(keys.get(subjectOf(sealed) ?? ''), sealed)

  function nameOf({ name }: Actor): string {
    if (subjectOf(name) === undefined) return name
    const opened = names.get(name) ?? open(name) ?? erasedText
    names.set(name, opened)
    return opened
  }

  return (event) => {
    const { [sealedField]: envelope, ...rest } = event.data
    const { by } = event.metadata
    if (envelope === undefined) return isPerson(by) ? withName(event, nameOf(by)) : event
    if (!Envelope.Check(envelope)) throw new UnreadablePersonalData(`${sealedField} is not in the shop’s format`)
    const opened = open(envelope.text)
    const texts = opened === undefined ? [] : textsIn(opened)
    const data = putBack(
      rest,
      envelope.paths,
      envelope.paths.map((_, i) => texts[i] ?? erasedText),
    )
    const name = by.name === nameInEnvelope ? (texts.at(-1) ?? erasedText) : nameOf(by)
    return withName({ ...event, data }, isPerson(by) ? name : by.name)
  }
}

function textsIn(opened: string): string[] {
  const texts: unknown = JSON.parse(opened)
  if (!Texts.Check(texts)) throw new UnreadablePersonalData(`${sealedField} is not in the shop’s format`)
  return texts
}

function sealWith(keys: Keys, subject: string, text: string): string {
  const key = keys.get(subject)
  if (key === undefined) throw new UnreadablePersonalData(`the key of ${subject} is lost`)
  return sealText(key, subject, text)
}

/** The system actor and guests have no personal name. */
function isPerson({ role }: Actor): boolean {
  return role === 'USER' || role === 'STAFF' || role === 'ADMIN'
}

function withName<Event extends NewEvent>(event: Event, name: string): Event {
  const { metadata } = event
  return { ...event, metadata: { ...metadata, by: { ...metadata.by, name } } }
}
