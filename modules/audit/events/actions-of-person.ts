import type { EventLogQueries } from '../read-model.ts'
import { readLocated, type ReadDeps } from './read-events.ts'

/** Something that a person did, in words. */
export type Action = { at: string; stream: string; revision: number; type: string; what: string }

const pageSize = 200

/** Everything that was recorded under an account, newest first. */
export async function actionsOf(deps: ReadDeps & { log: EventLogQueries }, accountId: string): Promise<Action[]> {
  const actions: Action[] = []
  let before: number | undefined
  for (;;) {
    const { rows, hasMore } = await deps.log.page({ by: accountId }, { page: 0, size: pageSize, before })
    const events = await readLocated(deps, rows)
    actions.push(
      ...events.map(({ at, stream, revision, type, sentence }) => ({ at, stream, revision, type, what: sentence })),
    )
    before = rows.at(-1)?.position
    if (!hasMore) return actions
  }
}
