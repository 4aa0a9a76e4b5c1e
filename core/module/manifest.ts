import type { Migration } from 'kysely/migration'
import type { EventDefinitions } from '../event-store/event-definition.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'
import type { Route } from '../http/routing/route.ts'
import type { Projection, TypedEvent } from '../projections/projection.ts'
import type { PersonalTraces } from './personal-traces.ts'

/** A kind of streams, as an admin meets it in the record of all events. */
export type StreamKind = {
  /** The category of its streams, as the event definitions name it. */
  category: string
  /** What precedes the id in a heading: `Order` in "Order ORD48210377". */
  title: string
  /** Its entry in the filter of all events, in lower case: "service request". */
  filter: string
  /** The name of the stream of an id. */
  streamOf: (id: string) => string
  /** The case of its ids: whoever searches by id may type another one. */
  idsAre: 'upper-case' | 'lower-case' | 'mixed-case'
  /** Fields of events, of whichever module, that hold ids of such streams. */
  relatedBy: readonly string[]
  /** What the events of a stream, or the first of them, amount to. Without it a history shows the newest event's data. */
  fold?: (events: readonly RecordedEvent[]) => unknown
  /** A heading that says more than title and id; `undefined` where these events do not hold it. */
  headingOf?: (events: readonly RecordedEvent[]) => string | undefined
  /** Whether its history discloses personal data, so that each look of an ADMIN at it is recorded. */
  isPersonal: boolean
}

/** A link of the admin's navigation; a smaller `order` comes first. */
export type AdminPlace = {
  label: string
  path: `/admin${string}`
  order: number
  /** Whether only this very address, and none below it, counts as being there. */
  isExact: boolean
}

/** A row of the privacy policy: what is kept about a person. A smaller `order` comes first. */
export type PrivacyEntry = {
  what: string
  purpose: string
  duration: string
  order: number
  /** The personal fields of the module's events that it is about: `OrderPlaced.shipping`. None for what is kept in rows. */
  fields: readonly string[]
}

/**
 * Everything that the rest of the shop needs to know of a module before it is composed; what it does with a database,
 * `modules/shop/compose.ts` composes.
 */
export type ModuleManifest = {
  /** What its calls stand under in the description of the API. */
  tag: string
  /** Its published language. */
  events: EventDefinitions
  /** The tables that it keeps rows in instead of events. */
  migrations: Readonly<Record<string, Migration>>
  /** One for each category that its events belong to. */
  streams: readonly StreamKind[]
  /** For each event type, what was done, to follow the name of who did it: "placed the order, 3 items, ₹1,24,500". */
  sentences: Readonly<Record<string, (event: RecordedEvent) => string>>
  /** The projections that build its read models, by their names. One that takes every event is told of all types. */
  projections: Readonly<Record<string, Projection | ((eventTypes: readonly string[]) => Projection)>>
  /** The names of those in which persons stand: an erasure waits until they have caught up, and drops builds of them. */
  personalReadModels: readonly string[]
  /** What it keeps about persons, in events and in rows. */
  privacy: readonly PrivacyEntry[]
  /** By event type, the kind of mail that is sent about it (`workers/mails/`). */
  mails: Readonly<Record<string, string>>
  /** Where an admin finds it. */
  adminPlaces: readonly AdminPlace[]
}

/** What every module is once it is composed; its own type says what others may ask of it besides. */
export type ComposedModule = {
  routes: readonly Route[]
  /** Of a module that keeps personal data beyond its events. */
  traces?: PersonalTraces
}

/** A sentence for each event type, so that none can be forgotten. */
export type Sentences<Events extends EventDefinitions> = {
  readonly [Type in keyof Events & string]: (event: TypedEvent<Events, Type>) => string
}

type TypedManifest<Events extends EventDefinitions, Mails, Projections> = Omit<
  ModuleManifest,
  'events' | 'sentences' | 'mails' | 'projections' | 'personalReadModels'
> & {
  events: Events
  projections: Projections
  personalReadModels: readonly (keyof Projections & string)[]
  sentences: Sentences<Events>
  mails: Mails & { readonly [Type in keyof Mails]: Type extends keyof Events ? string : never }
}

/** A name of a read model of this module, so that a wrong one does not compile. */
export type ReadModelOf<Manifest extends Pick<ModuleManifest, 'projections'>> = keyof Manifest['projections'] & string

/** A manifest whose sentences and mails are checked against the module's own event types. */
export function defineModule<
  Events extends EventDefinitions,
  const Mails extends ModuleManifest['mails'],
  const Projections extends ModuleManifest['projections'],
>(
  manifest: TypedManifest<Events, Mails, Projections>,
): Omit<ModuleManifest, 'mails' | 'projections'> & { mails: Mails; projections: Projections }
export function defineModule(manifest: unknown): unknown {
  return manifest
}
