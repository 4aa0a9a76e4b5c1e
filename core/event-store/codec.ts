import type { TObject } from 'typebox'
import type { JsonObject } from './event-store.ts'

/** How one event type is written down, and how its older versions are read. */
export type EventDefinition = {
  /** Its current schema version; starts at 1. */
  version: number
  schema: TObject
  /** Fields (dotted paths, `items[].note` for arrays is not needed) that tell something about a person: encrypted with the key of `subject`. */
  personal?: { fields: readonly string[]; subject: (data: JsonObject) => string | undefined }
  /** From version n (the key) to n + 1. */
  upcast?: Record<number, (data: JsonObject) => JsonObject>
}

/** A module's published language: every event type it may append, by name. */
export type EventDefinitions = Record<string, EventDefinition>
