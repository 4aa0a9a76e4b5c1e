import type { Actor } from '#core/domain/actor.ts'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { StreamConflict, type EventStore } from '#core/event-store/event-store.ts'
import type { Route } from '#core/http/routing/route.ts'
import type { NewId } from '#core/domain/ids.ts'
import { readStream } from '../domain/events.ts'

type Read = { actor: Actor; requestId: string; traceId?: string | undefined }

export type ReadRecordDeps = { store: EventStore; clock: Clock; newId: NewId }

/** The size of the cache of recorded accesses; for others the store decides. */
const mostRemembered = 10_000

/**
 * Records each access of an ADMIN to personal data before the response is sent, so that no access is unrecorded. One
 * record per hour for each admin and subject.
 */
export function recordDisclosures(deps: ReadRecordDeps): (route: Route) => Route {
  const remembered = new Set<string>()

  async function note(what: string, { actor, requestId, traceId }: Read): Promise<void> {
    const stream = readStream({ hour: isoTime(deps.clock()).slice(0, 13), adminId: actor.id, what })
    if (remembered.has(stream)) return
    const { id, name, role } = actor
    const by = { id, name, role }
    const metadata = { correlationId: requestId, traceId, causationId: requestId, by, schemaVersion: 1 }
    await deps.store
      .append(stream, 'no-stream', [{ id: deps.newId(), type: 'PersonalDataRead', data: { what }, metadata }])
      .catch(unlessRecorded)
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.add(stream)
  }

  return (route) => {
    if (route.discloses === undefined) return route
    return {
      ...route,
      async handle(request) {
        const disclosed = request.actor.role === 'ADMIN' ? route.discloses?.(request) : undefined
        const what = typeof disclosed === 'object' ? disclosed.searched : disclosed
        const noted = async () => what !== undefined && (await note(what, request))
        // A command is recorded before it runs: if the record failed afterwards, a change would be reported as failed.
        const isRecordedFirst = route.method !== 'GET' || typeof disclosed === 'object'
        if (isRecordedFirst) await noted()
        const reply = await route.handle(request)
        if (!isRecordedFirst) await noted()
        return reply
      },
    }
  }
}

/** Ignores the conflict with a record of the same hour that already exists. */
function unlessRecorded(error: unknown): void {
  if (!(error instanceof StreamConflict)) throw error
}
