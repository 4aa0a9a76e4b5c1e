import type { EventDefinition, EventHome, StreamCategory } from '../event-definition.ts'
import type { JsonObject } from '../event-store.ts'

type Homeless = EventDefinition & Pick<EventHome, 'idIn'>

/** A module's definitions, each with the category of its streams. */
export function inCategory<const Definitions extends Readonly<Record<string, Homeless>>>(
  category: StreamCategory,
  definitions: Definitions,
): { [Type in keyof Definitions]: Definitions[Type] & Pick<EventHome, 'category'> }
export function inCategory(category: StreamCategory, definitions: Readonly<Record<string, Homeless>>) {
  return Object.fromEntries(Object.entries(definitions).map(([type, one]) => [type, { ...one, category }]))
}

/** Reads a text field of the data. */
export function textIn(field: string): (data: JsonObject) => string | undefined {
  return ({ [field]: text }) => (typeof text === 'string' ? text : undefined)
}
