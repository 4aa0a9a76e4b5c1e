import type { EventDefinition } from '../codec/codec.ts'
import type { JsonObject } from '../event-store.ts'

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

type Homeless = EventDefinition & Pick<EventHome, 'idIn'>

/** A module's definitions, each with the category of the streams that it belongs to. */
export function inCategory<const Definitions extends Readonly<Record<string, Homeless>>>(
  category: StreamCategory,
  definitions: Definitions,
): { [Type in keyof Definitions]: Definitions[Type] & Pick<EventHome, 'category'> }
export function inCategory(category: StreamCategory, definitions: Readonly<Record<string, Homeless>>) {
  return Object.fromEntries(Object.entries(definitions).map(([type, one]) => [type, { ...one, category }]))
}

/** A text of the data, by its field's name. */
export function textIn(field: string): (data: JsonObject) => string | undefined {
  return ({ [field]: text }) => (typeof text === 'string' ? text : undefined)
}
