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
import { overviewManifest } from '../overview/manifest.ts'
import { searchWordsManifest } from '../search-words/manifest.ts'
import { pinCodesManifest } from '../pincodes/manifest.ts'
import { serviceRequestsManifest } from '../service-requests/manifest.ts'

/** Every module of the shop, under the name that `compose.ts` uses. All lists over modules derive from it. */
export const manifests = {
  catalogue: catalogueManifest,
  cart: cartManifest,
  ordering: orderingManifest,
  searchWords: searchWordsManifest,
  serviceRequests: serviceRequestsManifest,
  identity: identityManifest,
  pinCodes: pinCodesManifest,
  notifications: notificationsManifest,
  operations: operationsManifest,
  audit: auditManifest,
  overview: overviewManifest,
}

export const allManifests: readonly ModuleManifest[] = Object.values(manifests)

/** The published language of all modules together. */
export const eventDefinitions: EventDefinitions = merged(allManifests.map(({ events }) => events))

/** The migrations of the modules that store rows instead of events. */
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

/** @throws TypeError for an unknown name, and for a search index, whose previous build is never dropped */
function assertErasable(name: string): void {
  const projection = allProjections.find((one) => one.name === name)
  if (projection?.sink.kind !== 'table')
    throw new TypeError(`personalReadModels names ${name}, which is not a table of rows`)
}

/** @throws TypeError if the manifest's name for a projection differs from the projection's own, which is stored */
function named(name: string, projection: Projection): Projection {
  if (projection.name === name) return projection
  throw new TypeError(`a manifest names the projection ${projection.name} as ${name}: list it under its own name`)
}

/** @throws TypeError if two parts define the same name differently */
function merged<T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part))
  const all = Object.fromEntries(entries)
  const twice = entries.find(([name, value]) => all[name] !== value)
  if (twice !== undefined) throw new TypeError(`two modules define ${twice[0]}`)
  return all
}
