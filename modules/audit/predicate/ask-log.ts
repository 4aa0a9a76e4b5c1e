import { Rejection } from '#core/domain/errors.ts'
import { readLocated, type ReadDeps } from '../events/read-events.ts'
import type { EventFilter } from '../events/tables.ts'
import type { EventLogQueries, Matching, PageAt } from '../read-model.ts'
import { scanLog, type MatchingEvents } from './scan-log.ts'
import { conditionOf, filterOf, isInColumns } from './condition-read-model.ts'
import type { Predicate } from './syntax.ts'

type AskDeps = ReadDeps & { log: EventLogQueries }

type Question = { predicate: Predicate | undefined; filter: EventFilter; at: PageAt }

/**
 * The events that pass the filter and satisfy the predicate, if there is one: decided by SQL if the list of all events
 * holds its fields, else by a scan.
 */
export async function askLog(deps: AskDeps, { predicate, filter, at }: Question): Promise<MatchingEvents> {
  if (predicate === undefined) return listed(deps, filter, at)
  const matching = matchingOf(predicate, filter)
  if (isInColumns(predicate)) return listed(deps, matching, at)
  if (at.page > 0) throw new Rejection('invalid', 'A scan has no pages by number: continue with before=, its position')
  return scanLog(deps, { predicate, matching, at })
}

async function listed(deps: AskDeps, matching: Matching, at: PageAt): Promise<MatchingEvents> {
  const { rows, ...found } = await deps.log.list(matching, at)
  return { ...found, content: await readLocated(deps, rows) }
}

/** The part that SQL can evaluate: the filter, and the conditions that follow from the predicate. */
export function matchingOf(predicate: Predicate, filter: EventFilter): Matching {
  return { ...filterOf(predicate), ...defined(filter), where: conditionOf(predicate) }
}

function defined(filter: EventFilter): EventFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}
