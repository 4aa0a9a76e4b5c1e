import type { Actor } from '#core/domain/actor.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { presentHistoryEntry, type HistoryEntry } from '#core/http/schemas/history.ts'
import { foldServiceRequest } from './commands.ts'
import { serviceRequestStream } from './domain/events.ts'
import { presentServiceRequest } from './present.ts'
import type { ServiceRequestQueries } from './read-model.ts'
import type { ServiceRequest } from './schema.ts'

type RequestWithHistory = ServiceRequest & { history: readonly HistoryEntry[] }

type Deps = { requests: Pick<ServiceRequestQueries, 'idsOfRequester'>; store: Pick<EventStore, 'readStream'> }

/** Every service request of a person with its history. */
export async function requestsOf({ requests, store }: Deps, requester: Actor): Promise<RequestWithHistory[]> {
  const all: RequestWithHistory[] = []
  for (const id of await requests.idsOfRequester(requester.id)) {
    const events = await store.readStream(serviceRequestStream(id))
    const history = events.map((event) => presentHistoryEntry(event, requester))
    all.push({ ...presentServiceRequest(id, foldServiceRequest(events), events.length - 1), history })
  }
  return all
}
