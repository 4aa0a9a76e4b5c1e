import type { TObject } from 'typebox'
import type { JsonObject } from './event-store.ts'

/** A category of streams that the shop writes: `order-ORD12345678` is in the category `order`. */
export type StreamCategory = {
  /** The part of the stream's name before its first dash. */
  name: string
  /**
   * Matches the rest of the name, anchored at both ends. A stream whose name does not match is not the shop's. `/^$/`
   * for a single stream, whose name is that of the category.
   */
  id: RegExp
}

/** The streams that an event type belongs to: in streams of other categories it is not the shop's event. */
export type EventHome = {
  category: StreamCategory
  /** The stream's id as the data holds it, for types whose data does; the stream's name must agree with it. */
  idIn?: (data: JsonObject) => string | undefined
}

/** Why text fields are not personal data: the dotted paths by reason. The path of a list is that of its items. */
export type NotPersonal = Readonly<Record<string, readonly string[]>>

/** The schema of one event type, and how to read its older versions. */
export type EventDefinition = {
  /** The current schema version; starts at 1. */
  version: number
  schema: TObject
  /**
   * Fields (dotted paths to texts, or to objects and lists of texts) that contain personal data: encrypted with the key
   * of `subject`, an account id. After the subject is erased, each of these texts reads as `[erased]`, whatever the
   * schema requires.
   */
  personal?: { fields: readonly string[]; subject: (data: JsonObject) => string | undefined }
  /**
   * The other text fields, with the reason why they are not personal. In a module's events each text field is one or
   * the other.
   */
  notPersonal?: NotPersonal
  /**
   * The upcaster from version n (the key) to n + 1. Personal texts arrive decrypted, so they may be renamed, split and
   * joined; they may also arrive as `[erased]`.
   */
  upcast?: Record<number, (data: JsonObject) => JsonObject>
}

/** A module's published language: every event type that it may append, by name, with the category of its streams. */
export type EventDefinitions = Record<string, EventDefinition & EventHome>

/** The part of the definitions that the codec uses. */
export type CodecDefinitions = Readonly<Record<string, EventDefinition>>
