import { systemActor } from '#core/domain/actor.ts'
import { allInTurn } from '#core/async/all-in-turn.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { CommandContext } from '#core/domain/handle-command.ts'
import type { ProjectionPositions } from '#core/http/responses/cached-read.ts'
import type { NewId } from '#core/domain/ids.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import type { ComposedModule, ModuleManifest } from '#core/module/manifest.ts'
import type { UserDeps } from '../../identity/user-routes.ts'
import { manifests, personalReadModels } from '../manifests.ts'

export type EraseTracesDeps = {
  /** The modules that may keep personal data. */
  modules: Readonly<Record<string, ComposedModule>>
  infrastructure: Pick<Infrastructure, 'store' | 'mailer'>
  positions: Pick<ProjectionPositions, 'waitFor'>
  readModels: {
    removeRequester: (accountId: string) => Promise<void>
    purgeStaleBuilds: (names: readonly string[]) => Promise<void>
  }
  /** Deletes the files of all exports. */
  deleteExports: () => Promise<void>
  newId: NewId
}

/** Erases a person beyond the account and its key, in every module that keeps personal data. */
export function erasureOfTraces(deps: EraseTracesDeps): Pick<UserDeps, 'erasureParts' | 'eraseTraces'> {
  const all = Object.values(deps.modules).flatMap(({ traces }) => traces ?? [])
  return {
    erasureParts: {
      readModels: personalReadModels,
      of: (accountId) => Promise.all(all.map((traces) => traces.preview(accountId))),
    },
    async eraseTraces(accountId) {
      let last: Position = 0
      const erasures = all.map((traces) => async () => {
        last = Math.max(last, await traces.erase(accountId, () => erasureContext(deps.newId)))
      })
      // All steps run even if one fails: a failed step may need an operator, and the others must not wait for it.
      await allInTurn([
        () => caughtUp(deps),
        ...erasures,
        () => deps.infrastructure.mailer.eraseOutbox(accountId),
        () => deps.deleteExports(),
        () => deps.readModels.removeRequester(accountId),
      ])
      // A build that was swapped out since must not keep the person either: it is dropped once the live one has the erasure.
      await caughtUp(deps)
      await deps.readModels.purgeStaleBuilds(personalReadModels)
      return last
    },
  }
}

/**
 * A module with personal data in events or read models must list it in the preview of an erasure, and erase its copies.
 * @throws TypeError for a module that declares no traces
 */
export function assertTraces(composed: Readonly<Record<string, ComposedModule>>): void {
  for (const [name, { events, personalReadModels: rows }] of Object.entries<ModuleManifest>(manifests)) {
    const isPersonal = rows.length > 0 || Object.values(events).some(({ personal }) => personal !== undefined)
    if (isPersonal && composed[name]?.traces === undefined)
      throw new TypeError(
        `the module ${name} keeps personal data, but its module.ts declares no traces, or composeModules does not list it in modules`,
      )
  }
}

/** Waits for the personal read models: the list of what to erase comes from them, and may lag behind. */
async function caughtUp({ infrastructure, positions }: EraseTracesDeps): Promise<void> {
  const head = await infrastructure.store.head()
  for (const name of personalReadModels) {
    if (!(await positions.waitFor(name, head, 10_000))) throw new EngineUnavailable(`the read model ${name}`)
  }
}

function erasureContext(newId: NewId): CommandContext {
  const commandId = newId()
  return { actor: systemActor, correlationId: commandId, causationId: commandId, commandId }
}
