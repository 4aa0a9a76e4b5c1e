import type { TObject } from 'typebox'
import type { JsonObject } from './event-store.ts'

/** A kind of stream that the shop writes: `order-ORD12345678` is of the category `order`. */
export type StreamCategory = {
  /** The part of the stream's name before its first dash. */
  name: string
  /** The form of the rest of the name, from its beginning to its end. A name of another form is not the shop's. */
  id: RegExp
}

/** Where an event belongs: types of a category count only in streams of that category. */
export type EventHome = {
  category: StreamCategory
  /** The id of the stream as the data holds it, for types whose data does: the stream's name must agree with it. */
  idIn?: (data: JsonObject) => string | undefined
}

/** Why texts of an event are no personal data: by reason, the dotted paths of the fields; a path of a list is that of its items. */
export type NotPersonal = Readonly<Record<string, readonly string[]>>

/** How one event type is written down, and how its older versions are read. */
export type EventDefinition = {
  /** Its current schema version; starts at 1. */
  version: number
  schema: TObject
  /**
   * Fields (dotted paths to texts, or to objects and lists of texts) that tell something about a person: encrypted with the
   * key of `subject`, an account's id. Once that is erased, each text reads as `[erased]`, whatever its schema asks for.
   */
  personal?: { fields: readonly string[]; subject: (data: JsonObject) => string | undefined }
  /** Its other texts, with the reason why they tell nothing about a person: of a module's events each text is one or the other. */
  notPersonal?: NotPersonal
  /**
   * From version n (the key) to n + 1. Personal texts come decrypted, so they may be renamed, split and joined; they may
   * also come as `[erased]`.
   */
  upcast?: Record<number, (data: JsonObject) => JsonObject>
}

/** A module's published language: every event type it may append, by name, and in streams of which category it counts. */
export type EventDefinitions = Record<string, EventDefinition & EventHome>

/** What the codec takes of it. */
export type CodecDefinitions = Readonly<Record<string, EventDefinition>>
