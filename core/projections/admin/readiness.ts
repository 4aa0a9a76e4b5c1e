import { coalesceCalls } from '../../async/coalesce.ts'
import type { Db } from '../../database/database.ts'
import type { EventStore, Position } from '../../event-store/event-store.ts'
import type { Degradation, ReadinessCheck } from '../../http/server/health.ts'
import type { Projection } from '../projection.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { remedyOfDivergedLog } from '../continuity/log-diverged.ts'
import { faultsOf, type Fault, type Faults } from '../follow/faults.ts'
import type { ProjectionPositions } from '../checkpoints/positions.ts'
import { subscriptionOf } from '../follow/subscription.ts'

export type FollowerReadinessDeps = {
  infrastructure: {
    database: { db: Db }
    store: Pick<EventStore, 'head' | 'readAll'>
    searchIndex: SearchIndex
  }
  projections: readonly Projection[]
  positions: Pick<ProjectionPositions, 'behind'>
  /** The roles of this process: `projections` runs the read models, `workers` the reactors. */
  roles: readonly string[]
  /** `undefined` while the shop is starting. */
  headAtStart: () => Position | undefined
}

/**
 * Not ready while the read models catch up with the head at start, or while every subscription of this process has
 * failed or is stuck; degraded while some of them, or any in another process, have failed or are stuck.
 */
export function followersCheck(deps: FollowerReadinessDeps): ReadinessCheck {
  const { projections, positions, roles, headAtStart } = deps
  const { database, store, searchIndex } = deps.infrastructure
  const subscriptions = projections.map((projection) => subscriptionOf(projection, searchIndex))
  const find = coalesceCalls(() => faultsOf({ db: database.db, store }, subscriptions))
  const caughtUp = new Set<string>()

  /** A read model that has caught up with the head at start is not checked again. */
  function behind(head: Position): string[] {
    const late = positions.behind(head)
    for (const { name } of projections) if (!late.includes(name)) caughtUp.add(name)
    return late.filter((name) => !caughtUp.has(name))
  }

  function own({ reactors }: Faults): string[] {
    return [
      ...(roles.includes('projections') ? projections.map(({ name }) => name) : []),
      ...(roles.includes('workers') ? reactors : []),
    ]
  }

  return {
    name: 'read models',
    async missing() {
      const head = headAtStart()
      if (head === undefined) return 'the shop is still starting'
      // Without the database nothing is known about them; its own check reports that.
      const found = await find().catch(() => ({ reactors: [], faults: [] }))
      const faulty = new Set(found.faults.map(({ name }) => name))
      const followers = own(found)
      if (followers.length > 0 && followers.every((name) => faulty.has(name)))
        return `all have failed or are stuck: ${followers.join(', ')}`
      const late = behind(head).filter((name) => !faulty.has(name))
      return late.length === 0 ? undefined : `catching up: ${late.join(', ')}`
    },
    degraded: async () => (await find()).faults.map(degradationOf),
  }
}

/** Leaves out the error message, which may contain personal data of the event. */
function degradationOf(fault: Fault): Degradation {
  const { name } = fault
  if (fault.kind === 'stuck') {
    const remedy = 'Run "npm run ops -- engines": it continues automatically once every engine answers.'
    return { name, reason: 'it has events to process, but has processed none for a while', remedy }
  }
  if (fault.kind === 'left') {
    const remedy = `Start the newer release; or, to go back to this one, run "npm run ops -- replay ${name}".`
    return { name, reason: 'a newer release has built it, and no process of that release updates it', remedy }
  }
  if (fault.kind === 'parted')
    return {
      name,
      reason: 'it has processed the events of another event log',
      remedy: remedyOfDivergedLog,
    }
  const at = fault.position === undefined ? '' : ` at position ${fault.position}`
  const remedy = `Run "npm run ops -- projections" for the error and its remedy, then "npm run ops -- retry ${name}".`
  return { name, reason: `it has failed${at} and processes no more events`, remedy }
}
