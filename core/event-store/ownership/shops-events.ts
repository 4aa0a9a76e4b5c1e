import { categoryOf, type JsonObject } from '../event-store.ts'
import type { EventHome, StreamCategory } from '../event-definition.ts'

/** A stored event as an engine reads it; `data` is parsed JSON of any type, and may be parsed lazily. */
export type NamedEvent = { stream: string; type: string; data: unknown }

/** Distinguishes the shop's events from foreign ones in the same log (docs/decisions/event-ownership.md). */
export type ShopsEvents = {
  /**
   * Whether the shop wrote the event, judging by names and id; whether it can be decoded is a separate question. A type
   * without a definition is the shop's in a well-formed stream of the shop: a newer release wrote it.
   */
  has: (event: NamedEvent) => boolean
  /** Whether a stream of that name is the shop's; missing where there are no definitions. */
  hasStream?: (stream: string) => boolean
  /** Every type that has a definition; undefined where there are no definitions. */
  types: readonly string[] | undefined
  /** The prefixes of all its stream names; missing where there are no definitions. */
  prefixes?: readonly string[] | undefined
}

/** The rule for a log that holds only this shop's events: all events but the server's own. */
export const allEvents: ShopsEvents = { has: ({ stream, type }) => !isSystemEvent({ stream, type }), types: undefined }

/** The rule for the definitions of all modules. @throws TypeError where they give one category two forms of ids */
export function shopsEvents(definitions: Readonly<Record<string, EventHome>>): ShopsEvents {
  const categories = categoriesOf(Object.values(definitions))

  return {
    types: Object.keys(definitions),
    prefixes: [...categories.values()].map(prefixOf),
    hasStream(stream) {
      const category = categories.get(categoryOf(stream))
      return category !== undefined && idOf(stream, category) !== undefined
    },
    has(event) {
      const { stream, type } = event
      const category = categories.get(categoryOf(stream))
      if (category === undefined || isSystemEvent({ stream, type })) return false
      const id = idOf(stream, category)
      if (id === undefined) return false
      const home = Object.hasOwn(definitions, type) ? definitions[type] : undefined
      return home === undefined || (home.category.name === category.name && agrees(home, event, id))
    },
  }
}

/** The id in a stream's name, if it has the form of its category; empty for the stream that is named as its category. */
function idOf(stream: string, { name, id }: StreamCategory): string | undefined {
  const found = stream.slice(name.length + 1)
  const isWellFormed = stream === name || found !== ''
  return isWellFormed && id.test(found) ? found : undefined
}

/** A category of a single stream has no dash; whatever else begins with its name is not the shop's. */
function prefixOf({ name, id }: StreamCategory): string {
  return id.test('') ? name : `${name}-`
}

/** Events that EventStoreDB writes for itself: statistics, stream metadata, links. */
export function isSystemEvent({ stream, type }: Pick<NamedEvent, 'stream' | 'type'>): boolean {
  return stream.startsWith('$') || type.startsWith('$')
}

/**
 * Data without an id, or data that is not an object, does not contradict the name: the event is the shop's, and
 * damaged.
 */
function agrees({ idIn }: EventHome, event: NamedEvent, id: string): boolean {
  if (idIn === undefined) return true
  const { data } = event
  if (!isJsonObject(data)) return true
  const idInData = idIn(data)
  return idInData === undefined || idInData === id
}

function categoriesOf(homes: readonly EventHome[]): Map<string, StreamCategory> {
  const categories = new Map<string, StreamCategory>()
  for (const { category } of homes) {
    const known = categories.get(category.name) ?? category
    if (known.id.source !== category.id.source) throw new TypeError(`category ${category.name} has two forms of ids`)
    categories.set(category.name, known)
  }
  return categories
}

function isJsonObject(data: unknown): data is JsonObject {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
