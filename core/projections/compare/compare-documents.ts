import { setTimeout as sleep } from 'node:timers/promises'
import { fetchedUnweighed, partsOf } from '../../async/byte-budget.ts'
import { cancellable } from '../../database/session/cancellable.ts'
import type { EngineUnavailable } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { SearchProjection } from '../projection.ts'
import { readCheckpoint } from '../checkpoints/checkpoints.ts'
import { allKeys, type Differences } from './compare.ts'
import { createDocumentVersions, type DocumentVersions } from './document-versions.ts'
import { expectedDocuments, expectedIn, type ExpectedDocuments } from './expected-documents.ts'
import { retryWhileUnavailable, pauseBefore, waitingFor } from '../follow/failures.ts'
import { beginScratch, type ScratchPlan } from '../rebuild/scratch.ts'
import { checkpointOf, fill, fillUpTo, type Shadow } from '../rebuild/shadow.ts'
import { schemasOf } from '../follow/subscription.ts'

/** How often a document that keeps changing is compared. */
const rounds = 10

export type ComparedDocuments = { position: Position; differences: Differences; expected: ExpectedDocuments }

/** Folds the documents from the log and compares the live index with them, while it is written and read. */
export async function compareDocuments(
  projection: SearchProjection,
  plan: ScratchPlan,
  from: Position,
): Promise<ComparedDocuments> {
  const { context, subscription, signal, onWait } = plan
  const report = async (error: EngineUnavailable) => onWait?.(waitingFor(error).message)
  const versions = createDocumentVersions()
  const { on, table } = expectedDocuments(projection.on)
  const shadow = await beginScratch(plan, { on: versions.recording(on), table })
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
  for (let round = 1; suspects.length > 0; round++) {
    await sleep(pauseBefore(Math.min(round, 3)), undefined, { signal })
    const seen = await compareAgain({ plan, shadow, expected, versions }, suspects)
    suspects = round < rounds ? seen.undecided : []
    position = seen.position
    addTo(differences, seen.confirmed)
    if (round === rounds) addTo(differences, seen.unexplained)
  }
  return { position, differences, expected }
}

type SearchCheck = { plan: ScratchPlan; shadow: Shadow; expected: ExpectedDocuments; versions: DocumentVersions }

type Round = {
  position: Position
  confirmed: Differences
  /** Of the undecided ones, those that can be neither confirmed nor explained by an older version. */
  unexplained: Differences
  undecided: string[]
}

/**
 * An index has no snapshots. So the log is folded up to the live checkpoint before the index is read, and up to the
 * head afterwards. The index was read at some position in between, so it must hold one of the versions that the document
 * had there; while that is an outdated one, the document is compared again. The live checkpoint may not have reached
 * what an earlier round folded: then the versions of that round count too.
 */
async function compareAgain({ plan, shadow, expected, versions }: SearchCheck, ids: readonly string[]): Promise<Round> {
  const { context, subscription } = plan
  const position = (await readCheckpoint(context.db, subscription.name, 'live'))?.position ?? 0
  await fillUpTo(shadow, position)
  const before = await expected.digestsOf(ids)
  if ((await checkpointOf(context.db, shadow)).position <= position) versions.start(ids, before)
  const { actual, broken } = await readIndex({ plan, expected }, ids)
  await fill(shadow, await context.store.head())
  const after = await expected.digestsOf(ids)
  const sound = ids.filter((id) => !broken.has(id))
  const differences = differencesBetween(sound, actual, after)
  differences.different.push(...broken)
  const passed = await versions.digests(expected)
  const isOutdated = (id: string) => !broken.has(id) && passed.get(id)?.has(actual.get(id)) === true
  const isConfirmed = (id: string) =>
    broken.has(id) ? before.get(id) === after.get(id) : passed.has(id) && !isOutdated(id)
  const undecided = only(differences, (id) => !isConfirmed(id))
  return {
    position,
    confirmed: only(differences, isConfirmed),
    unexplained: only(undecided, (id) => !isOutdated(id)),
    undecided: allKeys(undecided),
  }
}

type FoundInIndex = { actual: ReadonlyMap<string, string>; broken: ReadonlySet<string> }

/** The digests of documents in the live index, and the ids of those that it stores inconsistently. */
async function readIndex(
  { plan: { context, signal }, expected }: Pick<SearchCheck, 'plan' | 'expected'>,
  ids: readonly string[],
): Promise<FoundInIndex> {
  const live = context.searchIndex.live()
  const actual = new Map<string, string>()
  const broken = new Set<string>()
  for (const some of partsOf(ids, { most: fetchedUnweighed, bytes: Infinity })) {
    for (const id of await retryWhileUnavailable(signal, () => live.inconsistent(some))) broken.add(id)
    const sound = some.filter((id) => !broken.has(id))
    const found = await retryWhileUnavailable(signal, () => live.get(sound))
    for (const [id, digest] of await expected.digestsOfFound(found)) actual.set(id, digest)
  }
  return { actual, broken }
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
