import type { DomainEvent } from './decider.ts'
import { Rejection } from './errors.ts'
import { StreamConflict } from '../event-store/event-store.ts'
import {
  decideOn,
  handleCommand,
  type CommandOutcome,
  type CommandRequest,
  type StreamState,
} from './handle-command.ts'

/** A stream as this process last saw it, with the ids of all its events, by which a repeated command is recognised. */
export type KnownStream<State> = StreamState<State> & { ids: ReadonlySet<string> }

/** A cache of recently changed streams. It may evict any of them at any time. */
export type KnownStreams<State> = {
  get(stream: string): KnownStream<State> | undefined
  set(stream: string, known: KnownStream<State>): void
  delete(stream: string): void
}

/**
 * As `handleCommand`, but decides on the cached state, if there is one, which saves reading the stream. A successful
 * append at that revision proves that the state was current. A command that is refused, changes nothing, conflicts or
 * is a repetition proves nothing, so it is decided again on the stream as stored.
 */
export async function handleKnown<State, Command, Event extends DomainEvent>(
  request: CommandRequest<State, Command, Event>,
  streams: KnownStreams<State>,
): Promise<CommandOutcome<State, Event>> {
  const known = streams.get(request.stream)
  // Evicted until the command succeeds: after a failure the state of the stream is unknown.
  streams.delete(request.stream)
  const quick = known && (await decideOnKnown(request, known))
  if (known !== undefined && quick !== undefined) {
    streams.set(request.stream, knownAfter(quick, known.ids))
    return quick
  }
  let ids: ReadonlySet<string> = new Set()
  const { store } = request
  const readStream: typeof store.readStream = async (...args) => {
    const history = await store.readStream(...args)
    ids = new Set(history.map(({ id }) => id))
    return history
  }
  const outcome = await handleCommand({ ...request, store: { ...store, readStream } })
  streams.set(request.stream, knownAfter(outcome, ids))
  return outcome
}

function knownAfter<State, Event extends DomainEvent>(
  { state, revision, position, events }: CommandOutcome<State, Event>,
  before: ReadonlySet<string>,
): KnownStream<State> {
  return { state, revision, position, ids: new Set([...before, ...events.map(({ id }) => id)]) }
}

/** `undefined` where the stream must be read. @throws EngineUnavailable */
async function decideOnKnown<State, Command, Event extends DomainEvent>(
  request: CommandRequest<State, Command, Event>,
  known: KnownStream<State>,
): Promise<CommandOutcome<State, Event> | undefined> {
  const { context, ifMatch } = request
  if (known.ids.has(context.commandId) || (ifMatch !== undefined && ifMatch !== known.revision)) return undefined
  try {
    const outcome = await decideOn(request, known)
    return outcome.events.length > 0 ? outcome : undefined
  } catch (error) {
    if (error instanceof Rejection || error instanceof StreamConflict) return undefined
    throw error
  }
}
