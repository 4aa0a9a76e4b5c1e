import type { Static, TSchema } from 'typebox'

/**
 * The pure core of an aggregate: the events that a command yields in a state (`decide`), and the state after an event
 * (`evolve`). A command that changes nothing yields no event; one that the state does not allow throws a `Rejection`.
 */
export type Decider<State, Command, Event> = {
  initial: State
  evolve: (state: State, event: Event) => State
  decide: (command: Command, state: State) => readonly Event[]
}

/** A domain event as deciders see it: its type and its data, without metadata. */
export type DomainEvent<Type extends string = string, Data = object> = { readonly type: Type; readonly data: Data }

/** The state after `events`, oldest first. */
export function fold<State, Event>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State {
  return events.reduce<State>((state, event) => decider.evolve(state, event), decider.initial)
}

/** The union of a module's events, derived from its definitions: each type with the data that its schema describes. */
export type EventOf<Definitions extends Record<string, { schema: TSchema }>> = {
  [Type in keyof Definitions & string]: DomainEvent<Type, Static<Definitions[Type]['schema']>>
}[keyof Definitions & string]
