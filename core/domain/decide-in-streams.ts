import type { DomainEvent } from './decider.ts'
import { UndecodableEvent, type EventStore, type Position, type Revision } from '../event-store/event-store.ts'
import { appendWithoutReading, handleCommand, type CommandContext, type CommandRequest } from './handle-command.ts'

type DecideInStreams<State, Command, Event extends DomainEvent> = Pick<
  CommandRequest<State, Command, Event>,
  'store' | 'decider' | 'command'
> & {
  /** The event to append to a stream that cannot be read: the event that the command yields. */
  event: NoInfer<Event>
  contextFor: () => CommandContext
}

/**
 * Handles the same command in each of these streams; resolves to the position of the last event, or 0. In a stream that
 * cannot be decoded, `event` is appended once without a decision: it must not wait until the stream can be read again.
 */
export async function decideInStreams<State, Command, Event extends DomainEvent>(
  request: DecideInStreams<State, Command, Event>,
  streams: readonly string[],
): Promise<Position> {
  let last = 0
  for (const stream of streams) last = Math.max(last, await decideIn(stream, request))
  return last
}

async function decideIn<State, Command, Event extends DomainEvent>(
  stream: string,
  { event, contextFor, ...request }: DecideInStreams<State, Command, Event>,
): Promise<Position> {
  const context = contextFor()
  try {
    return (await handleCommand({ ...request, stream, context })).position
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    const earlier = await findAfter(request.store, { stream, type: event.type, revision: error.event.revision })
    return earlier ?? appendWithoutReading(request.store, { stream, event, context })
  }
}

type Wanted = { stream: string; type: string; revision: Revision }

/** The position of an event of that type, among the readable ones after `revision`. */
async function findAfter(store: EventStore, { stream, type, revision }: Wanted): Promise<Position | undefined> {
  try {
    const events = await store.readStream(stream, { from: revision + 1 })
    return events.find((event) => event.type === type)?.position
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    return findAfter(store, { stream, type, revision: error.event.revision })
  }
}
