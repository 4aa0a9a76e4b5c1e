import type { Actor } from '#core/domain/actor.ts'
import { everywhere } from '#core/event-store/left-out/left-out-record.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { OperatorDesk, WrittenDown } from '../module.ts'
import { operatorActions, type ActionDeps } from './actions.ts'
import type { ScratchOptions } from '#core/projections/rebuild/scratch.ts'

type OpenDesk = Omit<OperatorDesk, 'engines'> & {
  /** Breaks off what was begun, and resolves when that is written down. */
  stop(): Promise<void>
}

/** The operator's actions for a process that answers requests: what takes long goes on after the answer. */
export function openOperatorDesk(deps: ActionDeps): OpenDesk {
  const { operations, record, log } = deps
  const background = createBackground(log)

  const as = (by: Actor) => operatorActions(deps, by)
  const noting = (by: Actor) => notedActions(deps, by)
  return {
    status: () => operations.status(),
    replay: (by, name) => operations.ask(name, by),
    resume: (by, name) => operations.askToResume(name, by),
    dryRun: (by, name) => background.begin(name, (how) => as(by).dryRun(name, how)),
    verify: (by, name) => background.begin(name, (how) => as(by).verify(name, how)),
    async rollBack(by, name) {
      const { actions, written } = noting(by)
      return { ...(await actions.rollBack(name)), ...written }
    },
    async retry(by, name) {
      const { actions, written } = noting(by)
      return { isRetried: await actions.retry(name), ...written }
    },
    async skip(by, name, skip) {
      const { actions, written } = noting(by)
      await actions.skip(name, skip)
      return written
    },
    async history(name, limit) {
      const { projections, reactors } = await operations.status()
      const known = [...[...projections, ...reactors].map((one) => one.name), everywhere]
      return record.history(name === undefined ? known : known.filter((one) => one === name), limit)
    },
    stop: () => background.stop(),
  }
}

/** The operator's actions, and where the last of them is written down. */
function notedActions(deps: ActionDeps, by: Actor) {
  const written: WrittenDown = { recordedAt: undefined }
  const write: typeof deps.record.write = async (...event) => (written.recordedAt = await deps.record.write(...event))
  return { actions: operatorActions({ ...deps, record: { ...deps.record, write } }, by), written }
}

/** Work that goes on after the answer; `stop` breaks it off. */
function createBackground(log: Log) {
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
  return {
    /** Resolves when the work has begun. Rejects where it does not begin: nobody is told of work that is never done. */
    begin(subscription: string, work: (how: ScratchOptions) => Promise<unknown>): Promise<void> {
      const begun = Promise.withResolvers<void>()
      let hasBegun = false
      const onBegin = () => {
        hasBegun = true
        begun.resolve()
      }
      const working = work({ signal: ending.signal, onBegin })
        .catch((error: unknown) => {
          if (hasBegun) log.warn({ err: error, subscription }, 'what an operator began has not been done')
          else begun.reject(error)
        })
        .then(() => void underWay.delete(working))
      underWay.add(working)
      return begun.promise
    },
    async stop(): Promise<void> {
      ending.abort()
      await Promise.all(underWay)
    },
  }
}
