import type { Actor } from '#core/domain/actor.ts'
import type { ComposedModule, ModuleManifest, ReadModelOf } from '#core/module/manifest.ts'
import type { PersonalDataDeps } from '../identity/personal-data/routes.ts'
import { manifests, personalReadModels } from './manifests.ts'

/** Everything that these modules hold about a person; it is complete once every read model has caught up. */
export function dataPartsOf(modules: Readonly<Record<string, ComposedModule>>): PersonalDataDeps['dataParts'] {
  const all = Object.values(modules).flatMap(({ dataOf }) => dataOf ?? [])
  return {
    readModels: [...personalReadModels, ...readModelsById],
    async of(person: Actor) {
      const parts = await Promise.all(all.map((dataOf) => dataOf(person)))
      return Object.assign({}, ...parts)
    },
  }
}

/** They hold no personal data except the account's id, by which the modules find its carts and actions. */
const readModelsById: readonly string[] = [
  'carts' satisfies ReadModelOf<typeof manifests.cart>,
  'event-log' satisfies ReadModelOf<typeof manifests.audit>,
]

/**
 * A module whose manifest names personal data must hand it to the person. The account itself is the document's own.
 * @throws TypeError for a module that does not
 */
export function assertDataParts(composed: Readonly<Record<string, ComposedModule>>): void {
  for (const [name, { privacy, personalReadModels }] of Object.entries<ModuleManifest>(manifests)) {
    const isPersonal = name !== 'identity' && privacy.length + personalReadModels.length > 0
    if (isPersonal && composed[name]?.dataOf === undefined)
      throw new TypeError(
        `the module ${name} keeps personal data, but its module.ts declares no dataOf, or composeModules does not list it in modules`,
      )
  }
}
