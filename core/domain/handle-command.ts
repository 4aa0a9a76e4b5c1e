import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from './actor.ts'
import { fold, type Decider, type DomainEvent } from './decider.ts'
import { Rejection } from './errors.ts'
import { StreamConflict } from '../event-store/event-store.ts'
import type {
  EventStore,
  ExpectedRevision,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
} from '../event-store/event-store.ts'
import { eventIdOf } from './ids.ts'

/** The actor and the request behind a command: recorded with every event that it yields. */
export type CommandContext = {
  actor: Actor
  correlationId: string
  /** As `EventMetadata` has it. */
  traceId?: string | undefined
  causationId: string
  /**
   * A UUIDv7 that is the same in a retry of the command; the ids of its events derive from it. A command id is for one
   * stream: a request that changes two streams uses `eventIdOf(commandId, 1000)` for the second.
   */
  commandId: string
}

export type CommandRequest<State, Command, Event extends DomainEvent> = {
  /** With the codec: the events that it returns have been validated against the definitions of `Event`. */
  store: EventStore
  decider: Decider<State, Command, Event>
  stream: string
  command: NoInfer<Command>
  context: CommandContext
  /** The revision that the caller requires (`If-Match`). */
  ifMatch?: Revision | undefined
  /**
   * The stream must not exist yet: decide on the initial state and append without reading, which saves a round trip.
   * Where it exists, `StreamConflict` is thrown. Not for a command that may be a retry (`isRetry`): it might now decide
   * differently from what is stored.
   */
  isNew?: boolean
  /** Waits before the command is decided again; by default a few random milliseconds, more with every attempt. */
  pause?: (attempt: number) => Promise<void>
}

/** A stream folded up to its newest event, or to an older one. An empty stream has revision -1 and position 0. */
export type StreamState<State> = { state: State; revision: Revision; position: Position }

/** The state after the command, its events (none where it changed nothing), and the position of the last one. */
export type CommandOutcome<State, Event> = StreamState<State> & {
  events: readonly (Event & { id: string; revision: Revision })[]
}

const maxAttempts = 5

/**
 * Decides a command on the current state of its stream and appends the events. After a concurrent append it decides
 * again, a few times. A command whose events are already in the stream is not decided again: its outcome is returned.
 * @throws Rejection what the decider throws; `precondition-failed` when the stream is not at `ifMatch`; `conflict` when
 *   every attempt met a concurrent append
 * @throws StreamConflict only with `isNew`: the stream exists
 * @throws EngineUnavailable a retry with the same command id resolves an unknown outcome
 */
export async function handleCommand<State, Command, Event extends DomainEvent>(
  request: CommandRequest<State, Command, Event>,
): Promise<CommandOutcome<State, Event>> {
  const { decider, pause = randomPause } = request
  if (request.isNew === true) return decideOn(request, { state: decider.initial, revision: -1, position: 0 })
  for (let attempt = 1, reached = -1; ; attempt++) {
    const outcome = await readAndDecide(request, reached).catch(asConflict)
    if (!(outcome instanceof StreamConflict)) return outcome
    if (attempt === maxAttempts) throw tooBusy()
    reached = outcome.actual
    await pause(attempt)
  }
}

/**
 * `reached` is a revision that the stream is known to have had. It can be higher than that of the newest event read,
 * because `readStream` omits foreign and skipped events.
 */
async function readAndDecide<State, Command, Event extends DomainEvent>(
  request: CommandRequest<State, Command, Event>,
  reached: Revision,
): Promise<CommandOutcome<State, Event>> {
  const { store, decider, stream, context, ifMatch } = request
  const history = typed(decider, await store.readStream(stream))
  const earlier = earlierEvents(history, context.commandId)
  const last = earlier.at(-1)
  const isUpToLast = ({ revision }: RecordedEvent) => last !== undefined && revision <= last.revision
  if (last !== undefined) return { ...foldOf(decider, history.filter(isUpToLast)), events: earlier }
  const current = foldOf(decider, history)
  if (ifMatch !== undefined && ifMatch !== current.revision) throw stale()
  return decideOn(request, { ...current, revision: Math.max(current.revision, reached) })
}

function asConflict(error: unknown): StreamConflict {
  if (error instanceof StreamConflict) return error
  throw error
}

/** The state of a stream now, or at revision `to`, for a query that folds a short stream instead of using a table. */
export async function readState<State, Event extends DomainEvent>(
  store: EventStore,
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  span: { stream: string; to?: Revision },
): Promise<StreamState<State>> {
  return foldOf(
    decider,
    typed(decider, await store.readStream(span.stream, span.to === undefined ? {} : { to: span.to })),
  )
}

/**
 * Decides on `current` and appends the events at its revision.
 * @throws StreamConflict where the stream is not at that revision
 */
export async function decideOn<State, Command, Event extends DomainEvent>(
  request: CommandRequest<State, Command, Event>,
  current: StreamState<State>,
): Promise<CommandOutcome<State, Event>> {
  const { store, decider, stream, command, context } = request
  const decided = decider.decide(command, current.state)
  if (decided.length === 0) return { ...current, events: [] }
  const events = decided.map((event, i) => ({
    ...event,
    id: eventIdOf(context.commandId, i),
    revision: current.revision + 1 + i,
  }))
  const expected: ExpectedRevision = current.revision < 0 ? 'no-stream' : current.revision
  const appended = await store.append(stream, expected, newEvents(events, context))
  const state = fold({ initial: current.state, evolve: decider.evolve }, decided)
  return { state, events, ...appended }
}

type Unread<Event extends DomainEvent> = { stream: string; event: Event; context: CommandContext }

/** Appends without reading the stream, which may be undecodable; resolves to the position. */
export async function appendWithoutReading<Event extends DomainEvent>(
  store: EventStore,
  { stream, event, context }: Unread<Event>,
): Promise<Position> {
  const events = newEvents([{ ...event, id: eventIdOf(context.commandId, 0) }], context)
  return (await store.append(stream, 'any', events)).position
}

function newEvents(events: readonly (DomainEvent & { id: string })[], context: CommandContext): NewEvent[] {
  const { actor, correlationId, traceId, causationId } = context
  // The codec replaces the version by that of each event's schema.
  const metadata = { correlationId, traceId, causationId, by: actor, schemaVersion: 1 }
  return events.map(({ id, type, data }) => ({ id, type, data: { ...data }, metadata }))
}

/** The events that an earlier attempt of the same command appended. */
function earlierEvents<Event extends RecordedEvent>(history: readonly Event[], commandId: string): readonly Event[] {
  const start = history.findIndex((event) => event.id === commandId)
  if (start < 0) return []
  const rest = history.slice(start)
  const end = rest.findIndex((event, i) => event.id !== eventIdOf(commandId, i))
  return end < 0 ? rest : rest.slice(0, end)
}

function foldOf<State, Event>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  history: readonly (Event & RecordedEvent)[],
): StreamState<State> {
  const last = history.at(-1)
  return { state: fold(decider, history), revision: last?.revision ?? -1, position: last?.position ?? 0 }
}

/** A type assertion only: the codec has validated type and data against the definitions of the decider's events. */
function typed<Event>(
  decider: { evolve: (state: never, event: Event) => unknown },
  history: readonly RecordedEvent[],
): readonly (Event & RecordedEvent)[]
function typed(_decider: unknown, history: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return history
}

function stale(): Rejection {
  return new Rejection('precondition-failed', 'This was changed since you loaded it. Please load it again.')
}

function tooBusy(): Rejection {
  return new Rejection('conflict', 'Others are changing this at the same moment. Please try again.')
}

async function randomPause(attempt: number): Promise<void> {
  await sleep(Math.random() * 10 * attempt)
}
