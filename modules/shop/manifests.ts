import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { assertTextsDeclared } from '#core/event-store/codec/declared-texts.ts'
import type { ModuleManifest } from '#core/module/manifest.ts'
import type { Projection } from '#core/projections/projection.ts'
import { auditManifest } from '../audit/manifest.ts'
import { cartManifest } from '../cart/manifest.ts'
import { catalogueManifest } from '../catalogue/manifest.ts'
import { identityManifest } from '../identity/manifest.ts'
import { notificationsManifest } from '../notifications/manifest.ts'
import { operationsManifest } from '../operations/manifest.ts'
import { orderingManifest } from '../ordering/manifest.ts'
import { serviceRequestsManifest } from '../service-requests/manifest.ts'

/** Every module of the shop, by the name that `modules/shop/compose.ts` composes it under. What is a list over all is derived from this. */
export const manifests = {
  catalogue: catalogueManifest,
  cart: cartManifest,
  ordering: orderingManifest,
  serviceRequests: serviceRequestsManifest,
  identity: identityManifest,
  notifications: notificationsManifest,
  operations: operationsManifest,
  audit: auditManifest,
}

export const allManifests: readonly ModuleManifest[] = Object.values(manifests)

/** The published language of all modules together. */
export const eventDefinitions: EventDefinitions = merged(allManifests.map(({ events }) => events))

/** The tables of the modules that keep rows instead of events. */
export const moduleMigrations = merged(allManifests.map(({ migrations }) => migrations))

/** Every projection of the shop. */
export const allProjections: readonly Projection[] = allManifests.flatMap(({ projections }) =>
  Object.entries(projections).map(([name, made]) =>
    named(name, typeof made === 'function' ? made(Object.keys(eventDefinitions)) : made),
  ),
)

/** The read models that hold personal data. */
export const personalReadModels = allManifests.flatMap((manifest) => manifest.personalReadModels)

for (const [type, definition] of Object.entries(eventDefinitions)) assertTextsDeclared(type, definition)
for (const name of personalReadModels) assertErasable(name)

/** @throws TypeError for a name that no projection has, and for a search index, whose earlier generation nothing drops */
function assertErasable(name: string): void {
  const projection = allProjections.find((one) => one.name === name)
  if (projection?.sink.kind !== 'table')
    throw new TypeError(`personalReadModels names ${name}, which is no table of rows`)
}

/** @throws TypeError where the manifest calls a projection by another name than its own, which is stored */
function named(name: string, projection: Projection): Projection {
  if (projection.name === name) return projection
  throw new TypeError(`a manifest calls the projection ${projection.name} ${name}`)
}

/** @throws TypeError where two say something of the same name */
function merged<T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part))
  const all = Object.fromEntries(entries)
  const twice = entries.find(([name, value]) => all[name] !== value)
  if (twice !== undefined) throw new TypeError(`two modules define ${twice[0]}`)
  return all
}
