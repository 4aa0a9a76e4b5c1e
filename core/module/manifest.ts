import type { Migration } from 'kysely/migration'
import type { EventDefinitions } from '../event-store/event-definition.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'
import type { Route } from '../http/routing/route.ts'
import type { Projection, TypedEvent } from '../projections/projection.ts'
import type { DataOf, PersonalTraces } from './personal-traces.ts'

/** A kind of stream, as shown to admins in the event log. */
export type StreamKind = {
  /** The category of its streams, as the event definitions name it. */
  category: string
  /** The prefix of the id in a heading: `Order` in "Order ORD48210377". */
  title: string
  /** Its entry in the filter of the event log, in lower case: "service request". */
  filter: string
  /** The stream name for an id. */
  streamOf: (id: string) => string
  /** The case of its ids, to which an id typed into a search is converted. */
  idsAre: 'upper-case' | 'lower-case' | 'mixed-case'
  /** The event fields, in any module, that hold ids of such streams. */
  relatedBy: readonly string[]
  /** The state after all or the first events of a stream. Without it a history shows the data of the newest event. */
  fold?: (events: readonly RecordedEvent[]) => unknown
  /** A heading more descriptive than title and id; `undefined` where these events do not provide it. */
  headingOf?: (events: readonly RecordedEvent[]) => string | undefined
  /** The stream, named by the same id, whose events are shown in the history of this one. */
  shownWith?: (id: string) => string
  /** Whether its history discloses personal data, so that each access by an ADMIN is recorded. */
  isPersonal: boolean
}

/** A link in the admin navigation, sorted by ascending `order`. */
export type AdminPlace = {
  label: string
  path: `/admin${string}`
  order: number
  /** Further paths at and below which the link is marked as current. */
  covers: readonly string[]
}

/** A row of the privacy policy: what is kept about a person. Sorted by ascending `order`. */
export type PrivacyEntry = {
  what: string
  purpose: string
  duration: string
  order: number
  /**
   * The personal fields of the module's events that it covers, such as `OrderPlaced.shipping.city`, with the words of `what`
   * that stand for each. Empty for data in rows.
   */
  fields: Readonly<Record<string, string>>
}

/**
 * Everything that the rest of the shop needs to know about a module before composition. What depends on a database is
 * composed in `modules/shop/compose.ts`.
 */
export type ModuleManifest = {
  /** The tag of its operations in the OpenAPI document. */
  tag: string
  /** Its published language. */
  events: EventDefinitions
  /** The tables for data that it keeps in rows instead of events. */
  migrations: Readonly<Record<string, Migration>>
  /** One for each category that its events belong to. */
  streams: readonly StreamKind[]
  /** For each event type, what was done, to follow the name of the actor: "placed the order, 3 items, ₹1,24,500". */
  sentences: Readonly<Record<string, (event: RecordedEvent) => string>>
  /** The projections that build its read models, by name. One that takes every event receives the list of all types. */
  projections: Readonly<Record<string, Projection | ((eventTypes: readonly string[]) => Projection)>>
  /** The names of those with personal data: an erasure waits until they have caught up, and drops builds of them. */
  personalReadModels: readonly string[]
  /** The personal data that it keeps, in events and in rows. */
  privacy: readonly PrivacyEntry[]
  /** By event type, the kind of mail that it causes (`workers/mails/`). */
  mails: Readonly<Record<string, string>>
  /** The kinds of mail that its commands request, without an event. */
  requestedMails?: readonly string[]
  /** Its links in the admin navigation. */
  adminPlaces: readonly AdminPlace[]
}

/** The part of a composed module that all have in common; each module's own type adds what other modules may call. */
export type ComposedModule = {
  routes: readonly Route[]
  /** For a module with personal data in its events or read models. */
  traces?: PersonalTraces
  /** For a module that holds anything about persons. */
  dataOf?: DataOf
}

/** A sentence for each event type: a missing one does not compile. */
export type Sentences<Events extends EventDefinitions> = {
  readonly [Type in keyof Events & string]: (event: TypedEvent<Events, Type>) => string
}

type TypedManifest<Events extends EventDefinitions, Mails, Projections, Requested> = Omit<
  ModuleManifest,
  'events' | 'sentences' | 'mails' | 'requestedMails' | 'projections' | 'personalReadModels'
> & {
  events: Events
  projections: Projections
  personalReadModels: readonly (keyof Projections & string)[]
  sentences: Sentences<Events>
  mails: Mails & { readonly [Type in keyof Mails]: Type extends keyof Events ? string : never }
  requestedMails?: readonly Requested[]
}

/** The name of a read model of this module: a wrong one does not compile. */
export type ReadModelOf<Manifest extends Pick<ModuleManifest, 'projections'>> = keyof Manifest['projections'] & string

/** Checks the sentences and mails of a manifest against the module's own event types. */
export function defineModule<
  Events extends EventDefinitions,
  const Mails extends ModuleManifest['mails'],
  const Projections extends ModuleManifest['projections'],
  const Requested extends string = never,
>(
  manifest: TypedManifest<Events, Mails, Projections, Requested>,
): Omit<ModuleManifest, 'mails' | 'requestedMails' | 'projections'> & {
  mails: Mails
  requestedMails?: readonly Requested[]
  projections: Projections
}
export function defineModule(manifest: unknown): unknown {
  return manifest
}
