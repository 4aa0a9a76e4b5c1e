import type { Actor } from '#core/domain/actor.ts'
import { everywhere } from '#core/event-store/skipped/skip-record.ts'
import type { ProjectionsStatus } from '#core/projections/admin/status.ts'
import { StoppedByOperator } from '#core/projections/rebuild/stop-requests.ts'
import type { ScratchOptions } from '#core/projections/rebuild/scratch.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { HistoryPage, HistoryPart, RecordedOperation } from '../record.ts'
import { actionsOf, type ActionDeps, type AdministrationActions } from './actions.ts'

/** The administration of read models and reactors: their status, the record of operations, and the operations. */
export type ProjectionAdministration = {
  status(): Promise<ProjectionsStatus>
  /** A part of the recorded operations, newest first; without a name, those of all. `people` have operated on anything. */
  history(name: string | undefined, part: HistoryPart): Promise<HistoryPage & { people: Actor[] }>
  /** The newest replay, dry run and verification of every read model. */
  results(): Promise<RecordedOperation[]>
  as(by: Actor): AdministrationActions
  /**
   * Starts work that continues in the background. Resolves when it has begun; the record holds its outcome. Rejects
   * if it cannot begin.
   */
  start(name: string, work: (options: ScratchOptions) => Promise<unknown>): Promise<void>
  /** Stops the background work, and resolves when its end is recorded. */
  stop(): Promise<void>
}

export function openProjectionAdministration(deps: ActionDeps): ProjectionAdministration {
  const { operations, record, log } = deps
  async function known(): Promise<string[]> {
    const { projections, reactors } = await operations.status()
    return [...[...projections, ...reactors].map(({ name }) => name), everywhere]
  }
  return {
    status: () => operations.status(),
    async history(name, part) {
      const names = await known()
      const wanted = name === undefined ? names : names.filter((one) => one === name)
      const [page, people] = await Promise.all([record.history(wanted, part), record.people(names)])
      return { ...page, people }
    },
    async results() {
      const { projections } = await operations.status()
      return record.results(projections.map(({ name }) => name))
    },
    as: (by) => actionsOf(deps, by),
    ...createBackground(log),
  }
}

function createBackground(log: Log): Pick<ProjectionAdministration, 'start' | 'stop'> {
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  return {
    start(name, work) {
      const begun = Promise.withResolvers<void>()
      let hasBegun = false
      const onBegin = () => {
        hasBegun = true
        begun.resolve()
      }
      const working = work({ signal: ending.signal, onBegin })
        .catch((error: unknown) => {
          if (hasBegun && error instanceof StoppedByOperator) return
          if (hasBegun)
            log.warn({ err: error, subscription: name }, 'an action of an operator has failed after it began')
          else begun.reject(error)
        })
        .then(() => void running.delete(working))
      running.add(working)
      return begun.promise
    },
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}
