import type { DomainEvent } from './decider.ts'
import { UndecodableEvent, type EventStore, type Position, type Revision } from '../event-store/event-store.ts'
import { appendUnread, handleCommand, type CommandContext, type CommandRequest } from './handle-command.ts'

type Saying<State, Command, Event extends DomainEvent> = Pick<
  CommandRequest<State, Command, Event>,
  'store' | 'decider' | 'command'
> & {
  /** What the command yields, for a stream that cannot be read. */
  event: NoInfer<Event>
  contextFor: () => CommandContext
}

/**
 * Gives the same command to each of these streams; where the last event of it is, or 0. A stream with an event that cannot
 * be read is told as well, once, without a decision: what must be said cannot wait until somebody can read it.
 */
export async function decideInStreams<State, Command, Event extends DomainEvent>(
  saying: Saying<State, Command, Event>,
  streams: readonly string[],
): Promise<Position> {
  let last = 0
  for (const stream of streams) last = Math.max(last, await sayIn(stream, saying))
  return last
}

async function sayIn<State, Command, Event extends DomainEvent>(
  stream: string,
  { event, contextFor, ...request }: Saying<State, Command, Event>,
): Promise<Position> {
  const context = contextFor()
  try {
    return (await handleCommand({ ...request, stream, context })).position
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    const said = await findAfter(request.store, { stream, type: event.type, revision: error.event.revision })
    return said ?? appendUnread(request.store, { stream, event, context })
  }
}

type Sought = { stream: string; type: string; revision: Revision }

/** Where an event of that type is, among those that can be read to the stream's end. */
async function findAfter(store: EventStore, { stream, type, revision }: Sought): Promise<Position | undefined> {
  try {
    const events = await store.readStream(stream, { from: revision + 1 })
    return events.find((event) => event.type === type)?.position
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    return findAfter(store, { stream, type, revision: error.event.revision })
  }
}
