import { setTimeout as sleep } from 'node:timers/promises'
import { fetchedUnweighed, partsOf } from '../../async/byte-budget.ts'
import { cancellable } from '../../database/session/cancellable.ts'
import type { EngineUnavailable } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { SearchProjection } from '../projection.ts'
import { readCheckpoint } from '../checkpoints/checkpoints.ts'
import { allKeys, type Differences } from './compare.ts'
import { expectedDocuments, expectedIn, type ExpectedDocuments } from './expected-documents.ts'
import { retryWhileUnavailable, pauseBefore, waitingFor } from '../follow/failures.ts'
import { beginScratch, type ScratchPlan } from '../rebuild/scratch.ts'
import { fill, fillUpTo, type Shadow } from '../rebuild/shadow.ts'
import { schemasOf } from '../follow/subscription.ts'

/** How often a document that keeps changing is compared. */
const looks = 10

export type ComparedDocuments = { position: Position; differences: Differences; expected: ExpectedDocuments }

/** Folds the documents from the log and compares the live index with them, while it is written and read. */
export async function compareDocuments(
  projection: SearchProjection,
  plan: ScratchPlan,
  from: Position,
): Promise<ComparedDocuments> {
  const { context, subscription, signal, onWait } = plan
  const report = async (error: EngineUnavailable) => onWait?.(waitingFor(error).message)
  const shadow = await beginScratch(plan, expectedDocuments(projection.on))
  const { verify: schema } = schemasOf(subscription.name)
  const expected = expectedIn(context.bulk, schema)
  let position = from
  await fillUpTo(shadow, position)
  const differences: Differences = { missing: [], extra: [], different: [] }
  const compareAll = () =>
    context.bulk
      .connection()
      .execute((session) =>
        cancellable({ session, others: context.db, signal }, () =>
          expectedIn(session, schema).compareAll(context.searchIndex.live(), signal),
        ),
      )
  let suspects = allKeys(await retryWhileUnavailable(signal, compareAll, report))
  for (let look = 1; suspects.length > 0; look++) {
    await sleep(pauseBefore(Math.min(look, 3)), undefined, { signal })
    const seen = await lookAgain({ plan, shadow, expected }, suspects)
    suspects = look < looks ? seen.undecided : []
    position = seen.position
    addTo(differences, seen.settled)
    if (look === looks) addTo(differences, seen.unsettled)
  }
  return { position, differences, expected }
}

type SearchCheck = { plan: ScratchPlan; shadow: Shadow; expected: ExpectedDocuments }

type Look = { position: Position; settled: Differences; unsettled: Differences; undecided: string[] }

/**
 * An index has no snapshots. So the log is folded up to the live checkpoint before the index is read, and up to the
 * head afterwards. Documents that no event touched in between must be the same; the others are compared again.
 */
async function lookAgain({ plan, shadow, expected }: SearchCheck, ids: readonly string[]): Promise<Look> {
  const { context, subscription, signal } = plan
  const position = (await readCheckpoint(context.db, subscription.name, 'live'))?.position ?? 0
  await fillUpTo(shadow, position)
  const before = await expected.digestsOf(ids)
  const live = context.searchIndex.live()
  const actual = new Map<string, string>()
  const inconsistent: string[] = []
  for (const some of partsOf(ids, { most: fetchedUnweighed, bytes: Infinity })) {
    const unsound = await retryWhileUnavailable(signal, () => live.inconsistent(some))
    const sound = some.filter((id) => !unsound.includes(id))
    const found = await retryWhileUnavailable(signal, () => live.get(sound))
    for (const [id, digest] of await expected.digestsOfFound(found)) actual.set(id, digest)
    inconsistent.push(...unsound)
  }
  await fill(shadow, await context.store.head())
  const after = await expected.digestsOf(ids)
  const broken = new Set(inconsistent)
  const differences = differencesBetween(
    ids.filter((id) => !broken.has(id)),
    actual,
    after,
  )
  differences.different.push(...broken)
  const isSettled = (id: string) => before.get(id) === after.get(id)
  const unsettled = only(differences, (id) => !isSettled(id))
  return { position, settled: only(differences, isSettled), unsettled, undecided: allKeys(unsettled) }
}

function differencesBetween(
  ids: readonly string[],
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): Differences {
  return {
    missing: ids.filter((id) => expected.has(id) && !actual.has(id)),
    extra: ids.filter((id) => actual.has(id) && !expected.has(id)),
    different: ids.filter((id) => actual.has(id) && expected.has(id) && actual.get(id) !== expected.get(id)),
  }
}

function only({ missing, extra, different }: Differences, isWanted: (id: string) => boolean): Differences {
  return { missing: missing.filter(isWanted), extra: extra.filter(isWanted), different: different.filter(isWanted) }
}

function addTo(all: Differences, { missing, extra, different }: Differences): void {
  all.missing.push(...missing)
  all.extra.push(...extra)
  all.different.push(...different)
}
