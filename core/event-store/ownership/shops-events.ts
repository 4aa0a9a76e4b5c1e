import { categoryOf, type JsonObject } from '../event-store.ts'
import type { EventHome, StreamCategory } from '../event-definition.ts'

/** A stored event as an engine reads it; `data` is parsed JSON of any kind, perhaps parsed only when it is asked for. */
export type NamedEvent = { stream: string; type: string; data: unknown }

/** Tells the events of the shop from those of others in the same log (docs/decisions/whose-event-it-is.md). */
export type ShopsEvents = {
  /**
   * Whether the shop wrote it, as far as its name and id say: whether it can be decoded is another question. A type that
   * no definition knows is the shop's in a well-formed stream of the shop's: a newer release wrote it.
   */
  has: (event: NamedEvent) => boolean
  /** Whether streams of that name are the shop's; left out where there are no definitions. */
  hasStream?: (stream: string) => boolean
  /** Every type that is defined; undefined where there are no definitions. */
  types: readonly string[] | undefined
  /** How the names of all its streams begin; left out where there are no definitions. */
  prefixes?: readonly string[] | undefined
}

/** Of a log that holds nothing else: all events but the server's own. */
export const allEvents: ShopsEvents = { has: ({ stream, type }) => !isOfTheServer({ stream, type }), types: undefined }

/** The rule that follows from the definitions of all modules. @throws TypeError where they give a category two forms */
export function shopsEvents(definitions: Readonly<Record<string, EventHome>>): ShopsEvents {
  const categories = categoriesOf(Object.values(definitions))

  return {
    types: Object.keys(definitions),
    prefixes: [...categories.keys()].map((name) => `${name}-`),
    hasStream(stream) {
      const category = categories.get(categoryOf(stream))
      return category !== undefined && idOf(stream, category) !== undefined
    },
    has(event) {
      const { stream, type } = event
      const category = categories.get(categoryOf(stream))
      if (category === undefined || isOfTheServer({ stream, type })) return false
      const id = idOf(stream, category)
      if (id === undefined) return false
      const home = Object.hasOwn(definitions, type) ? definitions[type] : undefined
      return home === undefined || (home.category.name === category.name && agrees(home, event, id))
    },
  }
}

/** The id in the name of a stream, where it has the form of its category. */
function idOf(stream: string, { name, id }: StreamCategory): string | undefined {
  const found = stream.slice(name.length + 1)
  return id.test(found) ? found : undefined
}

/** Statistics, stream metadata, links: what EventStoreDB writes for itself. */
export function isOfTheServer({ stream, type }: Pick<NamedEvent, 'stream' | 'type'>): boolean {
  return stream.startsWith('$') || type.startsWith('$')
}

/** Data that holds no id, or is no object, says nothing against it: then it is an event of the shop that is damaged. */
function agrees({ idIn }: EventHome, event: NamedEvent, id: string): boolean {
  if (idIn === undefined) return true
  const { data } = event
  if (!isJsonObject(data)) return true
  const said = idIn(data)
  return said === undefined || said === id
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
