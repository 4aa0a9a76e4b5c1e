import { useState } from 'react'
import type { ProjectionStatus } from '#modules/operations/schema.ts'
import type { OperationsSearch } from './operations-search.ts'

/** The read models and reactors that were listed under one address. */
export type Listed = { status: OperationsSearch['status']; names: ReadonlySet<string> }

type Subscriptions = readonly Pick<ProjectionStatus, 'name' | 'status'>[]

/** Adds those that are in the state of the address now; the same object if nothing is added. */
export function listedWith(before: Listed, { all, status }: { all: Subscriptions; status: Listed['status'] }): Listed {
  const earlier = before.status === status ? before.names : new Set<string>()
  const added = all.filter((one) => isIn(one, status) && !earlier.has(one.name)).map(({ name }) => name)
  if (before.status === status && added.length === 0) return before
  return { status, names: new Set([...earlier, ...added]) }
}

/** Whether a read model or reactor is in a state; in every state if none is named. */
export function isIn(one: Pick<ProjectionStatus, 'status'>, status: Listed['status']): boolean {
  return status === undefined || one.status === status
}

/**
 * The names of the read models and reactors in the state of the address, and of those that were in it since the address
 * was opened: an operator who retries or replays one sees its progress and result.
 */
export function useListed(all: Subscriptions, status: Listed['status']): ReadonlySet<string> {
  const [before, setBefore] = useState<Listed>({ status, names: new Set() })
  const listed = listedWith(before, { all, status })
  if (listed !== before) setBefore(listed)
  return listed.names
}
