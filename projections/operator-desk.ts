import type { Actor } from '#core/actor.ts'
import { Rejection } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { OperatorDesk } from '#modules/operations/module.ts'
import { operatorActions, type ActionNeeds } from './operator-actions.ts'

type OpenDesk = Omit<OperatorDesk, 'engines'> & {
  /** Breaks off what was begun, and resolves when that is written down. */
  stop(): Promise<void>
}

/** The operator's actions for a process that answers requests: what takes long goes on after the answer. */
export function openOperatorDesk(needs: ActionNeeds): OpenDesk {
  const { operations, record, log } = needs
  const background = createBackground(log)

  async function assertFree(name: string): Promise<void> {
    const { projections } = await operations.status()
    const found = projections.find((one) => one.name === name)
    if (found === undefined) throw new Rejection('not-found', `There is no projection ${name}`)
    if (found.verification !== undefined)
      throw new Rejection('conflict', `${name} is being compared with the log already`)
  }

  const as = (by: Actor) => operatorActions(needs, by)
  return {
    status: () => operations.status(),
    replay: (by, name) => operations.ask(name, by),
    resume: (by, name) => operations.askToResume(name, by),
    async rehearse(by, name) {
      await assertFree(name)
      background.begin(name, (signal) => as(by).rehearse(name, { signal }))
    },
    async verify(by, name) {
      await assertFree(name)
      background.begin(name, (signal) => as(by).verify(name, { signal }))
    },
    rollBack: (by, name) => as(by).rollBack(name),
    retry: (by, name) => as(by).retry(name),
    skip: (by, name, skip) => as(by).skip(name, skip),
    async history(name, limit) {
      const { projections, reactors } = await operations.status()
      const known = [...projections, ...reactors].map((one) => one.name)
      return record.history(name === undefined ? known : known.filter((one) => one === name), limit)
    },
    stop: () => background.stop(),
  }
}

/** Work that goes on after the answer; `stop` breaks it off. */
function createBackground(log: Log) {
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
  return {
    begin(unit: string, work: (signal: AbortSignal) => Promise<unknown>): void {
      const working = work(ending.signal)
        .catch((error: unknown) => log.warn({ err: error, unit }, 'what an operator began has not been done'))
        .then(() => void underWay.delete(working))
      underWay.add(working)
    },
    async stop(): Promise<void> {
      ending.abort()
      await Promise.all(underWay)
    },
  }
}
